//! The example as processes, each in a directory of its own.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::OnceLock,
    time::{Duration, Instant},
};

use neograph::mcp::StdioServer;
use tempfile::TempDir;

/// Where a thread, its CRM and its processes are.
pub struct Workplace(TempDir);

impl Workplace {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn db(&self) -> PathBuf {
        self.0.path().join("deals.db")
    }

    /// The program without arguments. Its own files go into this place.
    pub fn both_lives(&self) -> String {
        Self::printed(Command::new(example()).env("TMPDIR", self.0.path()))
    }

    /// The same with no environment but that, and with proxies that answer nothing.
    pub fn both_lives_bare(&self) -> String {
        let mut command = Command::new(example());
        command.env_clear().env("TMPDIR", self.0.path());
        for proxy in ["http_proxy", "https_proxy", "all_proxy"] {
            command.env(proxy, "http://127.0.0.1:1");
        }
        Self::printed(&mut command)
    }

    fn printed(command: &mut Command) -> String {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a life to its end: what it printed, or what it said was wrong.
    pub fn run(&self, mode: &str) -> Result<String, String> {
        Life::spawn(self, mode, 20).end()
    }

    /// How many lines of the ledger, of all processes so far, begin so.
    pub fn calls(&self, prefix: &str) -> usize {
        let ledger = fs::read_to_string(self.0.path().join("deals.db.crm/calls.log"));
        ledger.unwrap().lines().filter(|line| line.starts_with(prefix)).count()
    }

    /// Everything in the database: its files' bytes, and its values as SQL gives them, since
    /// a long value is spread over pages.
    pub fn stored(&self) -> String {
        let mut stored = String::new();
        for ending in ["", "-wal", "-shm"] {
            if let Ok(bytes) = fs::read(format!("{}{ending}", self.db().display())) {
                stored += &String::from_utf8_lossy(&bytes);
            }
        }
        let rows = self.rows("%");
        assert!(rows.len() > 5, "the log is there");
        stored + &rows.concat()
    }

    /// The values of the log's rows of a channel (`%`: of all), in their order.
    pub fn rows(&self, channel: &str) -> Vec<String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let url = format!("sqlite://{}?mode=ro", self.db().display());
            let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
            let query =
                "SELECT json FROM neograph_log WHERE channel LIKE ? ORDER BY thread, position";
            sqlx::query_scalar(query).bind(channel).fetch_all(&pool).await.unwrap()
        })
    }

    /// A CRM of its own, which notes its calls under the name.
    pub fn crm(&self, name: &str) -> StdioServer {
        let db = self.0.path().join(name);
        StdioServer::new(example()).args(["serve", "--db"]).arg(db).idempotent(["get_deal"])
    }

    /// What a CRM noted.
    pub fn noted(&self, name: &str) -> Vec<String> {
        let ledger = self.0.path().join(format!("{name}.crm/calls.log"));
        fs::read_to_string(ledger).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// The command lines of processes that work in this place.
    pub fn processes(&self) -> Vec<String> {
        let place = self.0.path().to_str().unwrap();
        let commands = fs::read_dir("/proc").unwrap().filter_map(|entry| {
            let command = fs::read(entry.ok()?.path().join("cmdline")).ok()?;
            Some(String::from_utf8_lossy(&command).replace('\0', " "))
        });
        commands.filter(|command| command.contains(place)).collect()
    }

    /// A server whose client was killed sees its stdin end, and ends too.
    pub fn wait_until_no_process(&self) {
        let started = Instant::now();
        while !self.processes().is_empty() {
            assert!(started.elapsed() < Duration::from_secs(10), "{:?}", self.processes());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// One process of the example.
pub struct Life(Child);

impl Life {
    pub fn start(place: &Workplace, turn_delay_ms: u64) -> Self {
        Self::spawn(place, "start", turn_delay_ms)
    }

    pub fn spawn(place: &Workplace, mode: &str, turn_delay_ms: u64) -> Self {
        let child = Command::new(example())
            .arg(mode)
            .arg("--db")
            .arg(place.db())
            .arg("--turn-delay-ms")
            .arg(turn_delay_ms.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        Self(child.unwrap())
    }

    /// Kills the process as soon as it prints a line with this in it.
    pub fn kill_at(mut self, mark: &str) {
        let lines = BufReader::new(self.0.stdout.take().unwrap()).lines();
        let found = lines.map_while(Result::ok).any(|line| line.contains(mark));
        assert!(found, "`{mark}` was not printed");
        // On Unix this is SIGKILL: nothing of the process gets to say goodbye.
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    pub fn end(mut self) -> Result<String, String> {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        self.0.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        self.0.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        if self.0.wait().unwrap().success() { Ok(stdout) } else { Err(stderr) }
    }
}

/// The example's program. A single test may be run before the example was built, so it is
/// built here; that does nothing when it is there.
fn example() -> &'static PathBuf {
    static EXAMPLE: OnceLock<PathBuf> = OnceLock::new();
    EXAMPLE.get_or_init(|| {
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--example", "deal_research"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(built.unwrap().success());
        let test = std::env::current_exe().unwrap();
        let target = test.ancestors().find(|dir| dir.join("examples").is_dir()).unwrap();
        target.join("examples").join("deal_research")
    })
}
