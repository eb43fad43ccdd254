"""A server on the official SDK, 1.x or 2.x: links that die with the process."""

import json

try:
    from mcp.server import MCPServer as Server
except ImportError:
    from mcp.server.fastmcp import FastMCP as Server

from mcp.types import ResourceLink

server = Server("sdk")
made = set()


@server.tool()
def make_report(name: str) -> list[ResourceLink]:
    """Makes a report that lives as long as this process."""
    made.add(name)
    return [ResourceLink(type="resource_link", uri=f"report://{name}", name="report")]


@server.tool()
def fail() -> str:
    """Fails."""
    raise ValueError("out of cheese")


@server.resource("report://{name}", mime_type="application/json")
def report(name: str) -> str:
    if name not in made:
        raise ValueError(f"there is no report {name}")
    return json.dumps({"name": name})


if __name__ == "__main__":
    server.run()
