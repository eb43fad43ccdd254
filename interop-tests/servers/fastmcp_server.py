"""A server on FastMCP: links that die with the process, query templates, several contents.

Over stdio, or over HTTP on the port that is the first argument.
"""

import json
import sys

from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError
from fastmcp.resources import ResourceContent, ResourceResult
from mcp.types import ResourceLink

server = FastMCP("fastmcp")
made = set()


@server.tool(annotations={"idempotentHint": True})
def make_report(name: str) -> list[ResourceLink]:
    """Makes a report that lives as long as this process."""
    made.add(name)
    return [
        ResourceLink(
            type="resource_link", uri=f"report://{name}", name="report",
            mimeType="application/json",
        )
    ]


@server.tool
def whoami(access_token: str = "nobody") -> dict[str, str]:
    """Says who calls."""
    return {"token": access_token}


@server.resource("report://{name}", mime_type="application/json")
def report(name: str) -> str:
    if name not in made:
        raise ResourceError(f"there is no report {name}")
    return json.dumps({"name": name})


@server.resource("query://deals{?first,last}", mime_type="text/plain")
def query(first: str = "none", last: str = "none") -> str:
    return f"{first} to {last}"


@server.resource("pair://{name}")
def pair(name: str) -> ResourceResult:
    return ResourceResult(
        [
            ResourceContent(f"about {name}", mime_type="text/plain"),
            ResourceContent(b"\x00\xff", mime_type="application/octet-stream"),
        ]
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run(
            transport="http", host="127.0.0.1", port=int(sys.argv[1]), path="/mcp",
            show_banner=False,
        )
    else:
        server.run(show_banner=False)
