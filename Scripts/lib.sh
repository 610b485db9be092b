# shellcheck shell=bash
# What Scripts/demo, Scripts/test and .ci/run share. Source it; it moves to the root of the repository.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

installed=()

# Names what happens next, for the reader and for the line that says where a script stopped.
step() {
  current_step=$1
  printf '==> %s\n' "$1"
}

# Stops with one line.
fail() {
  current_step=
  printf 'error: %s\n' "$1" >&2
  exit 1
}

say_where_it_stopped() {
  [ "$1" -eq 0 ] || [ -z "${current_step:-}" ] || printf 'error: stopped at: %s\n' "$current_step" >&2
}
trap 'say_where_it_stopped $?' EXIT

has() { command -v "$1" >/dev/null; }

has_server_programs() { has initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }

# Prints the Debian packages that are missing. It looks for what they bring, so that other origins count too.
missing_packages() {
  has pkg-config || echo pkg-config
  pkg-config --exists libpq 2>/dev/null || echo libpq-dev
  pkg-config --exists zlib 2>/dev/null || echo zlib1g-dev
  pkg-config --exists libzstd 2>/dev/null || echo libzstd-dev
  pkg-config --exists libmicrohttpd 2>/dev/null || echo libmicrohttpd-dev
  pkg-config --exists libcrypto 2>/dev/null || echo libssl-dev
  has_server_programs || echo postgresql
  [ -e /usr/share/zoneinfo/Europe/London ] || echo tzdata
  has python3 || echo python3
}

# Installs Debian packages, through sudo unless root.
install_packages() {
  local as_root=()
  has apt-get || fail "this machine has no apt-get; install what these Debian packages bring, then try again: $*"
  if [ "$(id -u)" -ne 0 ]; then
    has sudo || fail "not root and no sudo; ask an administrator to run: apt-get install $*"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq --yes --no-install-recommends "$@" >/dev/null
}

# Sees to it that everything the build and the product need is there; `installed` names what was added.
set_up() {
  has swift || fail 'swift not found; Swift 6.3 is needed: https://www.swift.org/install/linux/'
  mapfile -t installed < <(missing_packages)
  [ "${#installed[@]}" -gt 0 ] || return 0
  step "installing ${installed[*]}"
  install_packages "${installed[@]}"
}

# The Python that runs the tests of a folder under Tests.
test_python() { echo ".build/python-$1/bin/python3"; }

# Sees to it that the tests of a folder have what they import, in an environment of their own; fails where PyPI cannot be
# reached.
set_up_python() {
  local wanted=Tests/$1/requirements.txt environment=.build/python-$1
  cmp --silent "$wanted" "$environment/requirements.txt" && return 0
  python3 -c 'import ensurepip' 2>/dev/null || install_packages python3-venv
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$(test_python "$1")" -m pip install --quiet --disable-pip-version-check --retries 1 --requirement "$wanted" || return 1
  cp "$wanted" "$environment"
}

# Sees to it that the page's test has its browser; fails where Debian's cannot be installed.
set_up_browser() {
  has chromium && has chromedriver && return 0
  (install_packages chromium chromium-driver)
}

# The demo's own home and no server of the user's, so that the demo touches nothing of theirs.
use_demo_home() {
  unset FAREGRID_DATABASE_URL FAREGRID_SCHEMA "${!PG@}"
  if [ "$(id -u)" -eq 0 ]; then
    export FAREGRID_HOME=/var/lib/faregrid-demo
  else
    export FAREGRID_HOME="${HOME:?}/.local/share/faregrid-demo"
  fi
}
