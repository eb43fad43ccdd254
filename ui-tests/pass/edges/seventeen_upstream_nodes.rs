//! A node of a `#[pipeline]` may have as many edges as it likes.
#![deny(warnings)]

use neograph::prelude::*;

#[pipeline]
mod flow {
    use super::*;

    #[node]
    async fn a() -> Result<u8> {
        Ok(1)
    }

    macro_rules! nothing {
        () => {};
    }
    nothing!();

    #[node]
    async fn b(a: u8) -> Result<u8> { Ok(a) }
    #[node]
    async fn c(a: u8, b: u8) -> Result<u8> { Ok(a + b) }
    #[node]
    async fn d(a: u8, b: u8, c: u8) -> Result<u8> { Ok(a + b + c) }
    #[node]
    async fn e(#[from_input] n: u8) -> Result<u8> { Ok(n) }
    #[node]
    async fn f() -> Result<u8> { Ok(1) }
    #[node]
    async fn g() -> Result<u8> { Ok(1) }
    #[node]
    async fn h() -> Result<u8> { Ok(1) }
    #[node]
    async fn i() -> Result<u8> { Ok(1) }
    #[node]
    async fn j() -> Result<u8> { Ok(1) }
    #[node]
    async fn k() -> Result<u8> { Ok(1) }
    #[node]
    async fn l() -> Result<u8> { Ok(1) }
    #[node]
    async fn m() -> Result<u8> { Ok(1) }
    #[node]
    async fn n1() -> Result<u8> { Ok(1) }
    #[node]
    async fn o() -> Result<u8> { Ok(1) }
    #[node]
    async fn p() -> Result<u8> { Ok(1) }
    #[node]
    async fn q() -> Result<u8> { Ok(1) }

    #[node]
    #[allow(clippy::too_many_arguments)]
    async fn all(
        a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8,
        j: u8, k: u8, l: u8, m: u8, n1: u8, o: u8, p: u8, q: u8,
    ) -> Result<u8> {
        Ok(a + b + c + d + e + f + g + h + i + j + k + l + m + n1 + o + p + q)
    }
}

fn main() {
    assert_eq!(flow::pipeline().nodes().last().map(|node| node.params().len()), Some(17));
}
