# Sourced by ./quickstart, ./run-tests and .ci/run, from the top of the checkout. Makes sure that what the build
# needs is there: installs it with apt-get on Debian and Ubuntu, and elsewhere says what is needed and ends with 2.
# Does nothing, without root and without a network, when everything is there. POSIX sh.

say() { printf '%s\n' "$*"; }
headline() { printf '\n== %s\n' "$*"; }
now() { date +%s; }

# timed <what> <command>...: runs the command and says how long it took. Its failure is ours.
timed() {
    timed_what=$1
    shift
    headline "$timed_what"
    timed_start=$(now)
    "$@" || {
        timed_status=$?
        say "-- $timed_what: FAILED after $(($(now) - timed_start)) s"
        return $timed_status
    }
    say "-- $timed_what: $(($(now) - timed_start)) s"
}

has() { command -v "$1" > /dev/null 2>&1; }

compiler() {
    if [ -n "${CXX:-}" ]; then say "$CXX"; return; fi
    for candidate in c++ g++ clang++; do
        if has $candidate; then say $candidate; return; fi
    done
}

# compiles <lines of C++>: whether the preprocessor accepts them. Looks where CMake would look.
compiles() {
    [ -n "$(compiler)" ] || return 1
    compiles_flags=
    for compiles_dir in $(printf %s "${CMAKE_PREFIX_PATH:-}" | tr ':;' '  '); do
        compiles_flags="$compiles_flags -I$compiles_dir/include"
    done
    # shellcheck disable=SC2086
    printf '%s\n' "$@" | $(compiler) -std=c++20 $compiles_flags -E -x c++ - > /dev/null 2>&1
}

recent_cmake() {
    has cmake || return 1
    cmake --version | awk 'NR == 1 {split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 22))}'
}

# What is missing, as Debian's package names; and the same in words.
missing_packages=
missing_words=
need() {
    missing_packages="$missing_packages $1"
    missing_words="$missing_words
    $2"
}

find_missing() {
    missing_packages=
    missing_words=
    [ -n "$(compiler)" ] || need g++ "a C++20 compiler: g++ 12 or clang 14, or later"
    recent_cmake || need cmake "CMake 3.22 or later"
    has ninja || need ninja-build "Ninja"
    compiles '#include <simdjson.h>' || need libsimdjson-dev "simdjson 3.0 or later"
    compiles '#include <openssl/opensslv.h>' '#if OPENSSL_VERSION_MAJOR < 3' '#error' '#endif' ||
        need libssl-dev "OpenSSL 3, its libcrypto"
    compiles '#include <cxxopts.hpp>' || need libcxxopts-dev "cxxopts 3.1 or later"
    compiles '#if !__has_include(<catch2/catch_all.hpp>) && !__has_include(<catch2/catch.hpp>)' '#error' '#endif' ||
        need catch2 "Catch2, version 2 or 3"
    if [ "${with_clang_tools:-no}" = yes ]; then
        for tool in clang++ clang-format clang-tidy; do
            has $tool-14 || has $tool || need "$(say $tool-14 | sed 's/clang++-14/clang-14 libclang-rt-14-dev/')" "$tool 14 or later"
        done
    fi
    if [ "${with_test_peers:-no}" = yes ]; then
        [ -d /usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance ] ||
            need libtest-json-schema-acceptance-perl "the JSON Schema Test Suite"
        compiles '#include <httplib.h>' || need libcpp-httplib-dev "cpp-httplib"
        compiles '#include <sqlite3.h>' || need libsqlite3-dev "SQLite 3"
        has pkg-config || need pkg-config "pkg-config"
    fi
    # Boost's headers are used by servers and clients. One that is too old stays, and those are left out.
    if ! compiles '#include <boost/version.hpp>'; then
        need boost "Boost headers, 1.81 or later"
    elif ! compiles '#include <boost/version.hpp>' '#if BOOST_VERSION < 108100' '#error' '#endif'; then
        say "The Boost here is older than 1.81 and stays as it is: servers, clients and the describe headers are not built."
    fi
}

# The Boost package that apt knows and that is recent enough; before apt knows any, Debian's.
boost_package() {
    if [ -z "$(apt-cache policy g++ 2> /dev/null | awk '$1 == "Candidate:" && $2 != "(none)"')" ]; then
        say libboost1.81-dev
        return
    fi
    for candidate in libboost1.81-dev libboost-dev; do
        version=$(apt-cache policy $candidate 2> /dev/null | awk '$1 == "Candidate:" {print $2}')
        case $version in '' | '(none)') continue ;; esac
        if dpkg --compare-versions "$version" ge 1.81; then say $candidate; return; fi
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif [ -t 0 ]; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

# The packages to install, with apt's name for Boost.
wanted_packages() { printf %s "$missing_packages" | sed 's/ boost/ '"$(boost_package)"'/'; }

# cannot_install <reason>: says what is missing and how to get it, and ends.
cannot_install() {
    say "$1"
    say "This is missing:$missing_words"
    if has apt-get && has dpkg; then
        say "Install it, then start this command again. As root:"
        say "  apt-get update && apt-get install --no-install-recommends$(wanted_packages)"
    else
        say "Install it, then start this command again. README.md lists the packages of other systems."
    fi
    exit 2
}

install_missing() {
    if ! has apt-get || ! has dpkg; then
        cannot_install "Packages are installed here only where there is apt-get (Debian, Ubuntu)."
    fi
    if [ "$(id -u)" != 0 ] && ! has sudo; then
        cannot_install "Installing packages needs root or sudo."
    fi
    headline "Installing what is missing:$missing_words"
    say "with apt-get:$missing_packages"
    as_root true || cannot_install "Installing packages needs root, or sudo without a password when there is no terminal."
    say "This can take some minutes."
    as_root apt-get update -qq || cannot_install "apt-get update did not work."
    packages=$(wanted_packages)
    count_before=$(dpkg-query -f '.\n' -W | wc -l)
    start=$(now)
    # shellcheck disable=SC2086
    as_root apt-get install -y -qq --no-install-recommends --no-remove -o Dpkg::Use-Pty=0 $packages > "$setup_log" 2>&1 || {
        tail -n 20 "$setup_log"
        cannot_install "apt-get install did not work; nothing was removed."
    }
    say "-- installed$packages"
    say "-- $(($(dpkg-query -f '.\n' -W | wc -l) - count_before)) packages with what they depend on, $(($(now) - start)) s"
}

# Parallel compilations: one for each core, as far as there is 1 GB of memory for each.
parallel_jobs() {
    cores=$(getconf _NPROCESSORS_ONLN 2> /dev/null || say 2)
    if [ -r /proc/meminfo ]; then
        fit=$(awk '$1 == "MemAvailable:" {print int($2 / 1000000)}' /proc/meminfo)
        if [ "$fit" -lt "$cores" ]; then cores=$fit; fi
    fi
    if [ "$cores" -lt 1 ]; then cores=1; fi
    say "$cores"
}

# Tests wait for other programs and for time to pass: one more than there are cores.
test_jobs() { say $(($(parallel_jobs) + 1)); }

setup_start=$(now)
setup_log=$(mktemp)
trap 'rm -f "$setup_log"' EXIT
find_missing
if [ -n "$missing_packages" ]; then
    install_missing
    find_missing
    if [ -n "$(printf %s "$missing_packages" | sed 's/ boost//')" ]; then
        cannot_install "Something is still missing after the installation, or too old."
    fi
else
    say "Everything that the build needs is there; nothing was installed."
fi
