#!/usr/bin/env bash
# Installs the servers that the interop tests run against, into a folder of their own.
#
#     interop-tests/install.sh [FOLDER]       (default: target/interop)
#
# Fails when it cannot. What is there already is kept; delete the folder to start anew.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
folder="${1:-$here/../target/interop}"
python="${PYTHON:-python3}"
mkdir -p "$folder"
folder="$(cd "$folder" && pwd)"

need() {
    command -v "$1" >/dev/null || { echo "install.sh: \`$1\` is missing; install it" >&2; exit 1; }
}

# npm_package NAME VERSION
npm_package() {
    local at="$folder/npm"
    if [ ! -f "$at/node_modules/$1/package.json" ]; then
        npm install --silent --no-audit --no-fund --prefix "$at" "$1@$2"
    fi
}

# venv FOLDER REQUIREMENT
venv() {
    local at="$folder/$1"
    if [ ! -f "$at/installed" ]; then
        rm -rf "$at"
        "$python" -m venv "$at"
        "$at/bin/pip" install --quiet --disable-pip-version-check "$2"
        touch "$at/installed"
    fi
}

need node
need npm
need "$python"
npm_package @modelcontextprotocol/server-everything 2026.8.31
npm_package @modelcontextprotocol/server-filesystem 2026.8.31
venv fastmcp 'fastmcp>=4,<5'
venv mcp1 'mcp==1.30.*'
venv mcp2 'mcp>=2,<3'
echo "the servers are in $folder"
