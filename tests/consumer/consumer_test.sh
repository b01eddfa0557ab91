#!/usr/bin/env bash
# Builds the project in project/ the way a user of mcpgen would, then changes things and looks at what is
# built again. Called by ctest, which sets CMAKE_COMMAND, CHECKOUT (the sources of mcpgen), BUILD (its build
# folder), WORK (ours to fill), CXX, LAUNCHER and CMAKE_GENERATOR.
#   consumer_test.sh build find_package|add_subdirectory|FetchContent <CMake generator>
#   consumer_test.sh mistakes | cross | checked_in | pkg_config
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
project=$WORK/project
build=$WORK/build
prefix=$WORK/prefix
export CMAKE_CXX_COMPILER_LAUNCHER=$LAUNCHER
unset DESTDIR

fail() {
    echo "FAILED: $*"
    [ ! -s "$WORK/log" ] || tail -n 40 "$WORK/log"
    exit 1
}
say() { echo "-- $*"; }

# A fresh copy of the project, dated in the past so that every later edit is newer.
start() {
    rm -rf "$WORK"
    mkdir -p "$WORK"
    cp -R "$here/project" "$project"
    find "$project" -type f -exec touch -d '2 minutes ago' {} +
}

install_mcpgen() {
    "$CMAKE_COMMAND" --install "$BUILD" --prefix "$prefix" > "$WORK/log" 2>&1 || fail "cmake --install"
}

# configure <argument>...: configures the project; the output is in $WORK/log.
configure() {
    "$CMAKE_COMMAND" -S "$project" -B "$build" -DCMAKE_CXX_COMPILER="$CXX" \
        -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF "$@" > "$WORK/log" 2>&1
}

# refused <text> <argument>...: configuring must fail and say <text>.
refused() {
    local text=$1
    shift
    rm -rf "$build"
    if configure "$@"; then fail "configured, but should have said: $text"; fi
    # CMake breaks long lines, so compare without white space.
    tr -d '[:space:]' < "$WORK/log" | grep -qF -- "$(printf %s "$text" | tr -d '[:space:]')" ||
        fail "the message is not: $text"
    say "refused: $text"
}

# What exists and when it was written, for all object files, libraries and programs.
objects() { (cd "$build" && find . -name '*.o' -printf '%p %T@\n' | sort); }
compiled() { comm -13 "$WORK/objects" <(objects) | sed 's/ .*//; s|.*CMakeFiles/||'; }

# rebuild: builds, and leaves what was compiled in $WORK/compiled and whether mcpgen ran in $generated.
rebuild() {
    objects > "$WORK/objects"
    "$CMAKE_COMMAND" --build "$build" -j 2 > "$WORK/log" 2>&1 || fail "the build"
    compiled > "$WORK/compiled"
    generated=$(grep -c 'Generating the bindings of' "$WORK/log" || true)
}

expect_generated() { [ "$generated" = "$1" ] || fail "mcpgen ran $generated times, expected $1"; }
expect_nothing_compiled() {
    [ ! -s "$WORK/compiled" ] || fail "compiled again: $(tr '\n' ' ' < "$WORK/compiled")"
}
expect_compiled() { grep -q "$1" "$WORK/compiled" || fail "$1 was not compiled again"; }
expect_not_compiled() { ! grep -q "$1" "$WORK/compiled" || fail "$1 was compiled again"; }

# A test's clock: what is written next is newer. Some file systems keep whole seconds only.
tick() {
    touch "$WORK/before"
    until touch "$WORK/now" && [ "$WORK/now" -nt "$WORK/before" ]; do sleep 0.01; done
}

add_member() {
    sed -i 's|"row": {"type": "string", "description": "Letter of the row."}|&,\n                "'"$1"'": {"type": "integer", "description": "Counted from below."}|' \
        "$project/inventory.json"
    grep -q "\"$1\"" "$project/inventory.json" || fail "the test could not change the schema"
}

build_in_every_way() {
    local how=$1 generator=$2
    local arguments=(-G "$generator" -DHOW="$how" -DCMAKE_BUILD_TYPE=None)
    start
    case $how in
        find_package)
            install_mcpgen
            arguments+=(-DCMAKE_PREFIX_PATH="$prefix")
            ;;
        add_subdirectory) arguments+=(-DMCPGEN_CHECKOUT="$CHECKOUT") ;;
        # Without a network: the sources are given, and so is the program.
        FetchContent)
            arguments+=(-DMCPGEN_CHECKOUT="$CHECKOUT" -DFETCHCONTENT_FULLY_DISCONNECTED=ON
                -DMCPGEN_BUILD_GENERATOR=OFF -DMCPGEN_EXECUTABLE="$BUILD/generator/mcpgen")
            ;;
    esac

    say "first build ($how, $generator)"
    configure "${arguments[@]}" || fail "configuring"
    rebuild
    expect_generated 2
    expect_compiled find_item.cpp
    expect_compiled plain.cpp
    "$CMAKE_COMMAND" -E chdir "$build" ctest --output-on-failure > "$WORK/log" 2>&1 || fail "the project's tests"
    "$CMAKE_COMMAND" --build "$build" --target everything_mcpgen > "$WORK/log" 2>&1 || fail "target everything_mcpgen"
    while read -r file; do
        [ -s "$file" ] || fail "$file was promised and not written"
    done < "$build/expected_files"
    [ ! -e "$build/mcpgen/tests" ] || fail "mcpgen's own tests are part of the project"

    say "second build: nothing to do"
    rebuild
    expect_generated 0
    expect_nothing_compiled

    say "the schema is touched: mcpgen runs, nothing is compiled"
    tick
    touch "$project/inventory.json"
    rebuild
    expect_generated 2
    expect_nothing_compiled
    rebuild
    expect_generated 0
    expect_nothing_compiled

    say "a record gets a member: what uses it is compiled, and nothing else"
    tick
    add_member level
    rebuild
    expect_generated 2
    expect_compiled find_item.cpp
    expect_compiled codec.cpp
    expect_not_compiled plain.cpp
    expect_not_compiled ready_made
    expect_not_compiled mcp_core
    rebuild
    expect_generated 0
    expect_nothing_compiled

    if [ "$how" = find_package ]; then
        say "a manifest of tools is touched, then changed: only its users are compiled"
        tick
        touch "$project/weather.json"
        rebuild
        expect_nothing_compiled
        tick
        sed -i 's/The weather of the coming days/&, once more/' "$project/weather.json"
        rebuild
        expect_compiled server.cpp
        expect_not_compiled find_item.cpp
    fi

    say "a broken schema stops the build, and the files stay as they were"
    local before
    before=$(find "$build/inventory.mcpgen" -type f -exec cksum {} + | sort)
    tick
    cp "$project/inventory.json" "$WORK/good.json"
    sed -i 's|#/$defs/Shelf|#/$defs/Gone|' "$project/inventory.json"
    if "$CMAKE_COMMAND" --build "$build" > "$WORK/log" 2>&1; then fail "built with a dangling reference"; fi
    grep -q 'inventory.json.*error' "$WORK/log" || fail "the error does not name the schema"
    [ "$before" = "$(find "$build/inventory.mcpgen" -type f -exec cksum {} + | sort)" ] ||
        fail "generated files changed"
    tick
    cp "$WORK/good.json" "$project/inventory.json"
    rebuild
    expect_nothing_compiled

    # The same for every way; once is enough.
    if [ "$how $generator" = "find_package Ninja" ]; then
        say "the protocol itself, in another namespace"
        "$CMAKE_COMMAND" --build "$build" --target everything -j 2 > "$WORK/log" 2>&1 || fail "target everything"
    fi
}

# with_call <arguments of mcp_generate_bindings>: a project that consists of this call.
with_call() {
    printf '%s\n' 'cmake_minimum_required(VERSION 3.22...4.2)' 'project(mistake LANGUAGES CXX)' \
        'find_package(Mcpgen 0.1 REQUIRED)' 'enable_testing()' "mcp_generate_bindings($*)" \
        > "$project/CMakeLists.txt"
}

mistakes() {
    start
    install_mcpgen
    local found=(-DCMAKE_PREFIX_PATH="$prefix")
    with_call 'bad COLOUR red SCHEMAS inventory.json'
    refused 'unknown arguments: COLOUR;red' "${found[@]}"
    with_call 'bad SCHEMAS inventory.json NAMESPACE'
    refused 'no value after NAMESPACE' "${found[@]}"
    with_call 'bad SCHEMAS missing.json'
    refused 'missing.json does not exist' "${found[@]}"
    with_call 'bad SCHEMAS inventory.json LIBRARY_TYPE MODULE'
    refused 'it can be STATIC, SHARED or OBJECT' "${found[@]}"
    with_call 'bad SCHEMAS inventory.json NAMESPACE acme::x OUTPUT_DIR out'
    refused 'end OUTPUT_DIR with /acme/x' "${found[@]}"
    with_call 'bad SCHEMAS inventory.json CHECKED_IN'
    refused 'CHECKED_IN needs OUTPUT_DIR' "${found[@]}"
    sed -i '/^find_package/a add_library(bad INTERFACE)' "$project/CMakeLists.txt"
    refused 'compiles nothing' "${found[@]}"
    with_call 'bad SCHEMAS inventory.json'
    sed -i 's/^find_package.*/find_package(Mcpgen 0.1 REQUIRED COMPONENTS Server)/' "$project/CMakeLists.txt"
    refused 'Mcpgen has no component "Server"' "${found[@]}"
    with_call 'bad SCHEMAS inventory.json'
    sed -i 's/Mcpgen 0.1/Mcpgen 7.0/' "$project/CMakeLists.txt"
    refused 'version "7.0"' "${found[@]}"
}

# A build for another machine: the compiler stays this one, only CMake is told that results do not run here.
cross_compiling() {
    start
    install_mcpgen
    printf '%s\n' 'set(CMAKE_SYSTEM_NAME Linux)' 'set(CMAKE_SYSTEM_PROCESSOR elsewhere)' > "$WORK/elsewhere.cmake"
    local cross=(-DHOW=find_package -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_TOOLCHAIN_FILE="$WORK/elsewhere.cmake")
    refused '-DMCPGEN_EXECUTABLE=<path of the mcpgen program>' "${cross[@]}"
    refused '-DMCPGEN_HOST_PATH=<its install prefix>' "${cross[@]}"

    say "with MCPGEN_HOST_PATH"
    rm -rf "$build"
    configure "${cross[@]}" -DMCPGEN_HOST_PATH="$prefix" || fail "configuring with MCPGEN_HOST_PATH"
    rebuild
    expect_generated 2
    say "with MCPGEN_EXECUTABLE, from the sources"
    rm -rf "$build"
    configure -DHOW=add_subdirectory -DMCPGEN_CHECKOUT="$CHECKOUT" -DCMAKE_TOOLCHAIN_FILE="$WORK/elsewhere.cmake" \
        -DMCPGEN_EXECUTABLE="$prefix/bin/mcpgen" || fail "configuring with MCPGEN_EXECUTABLE"
    "$CMAKE_COMMAND" --build "$build" --target inventory_mcpgen > "$WORK/log" 2>&1 || fail "generating"
    [ ! -e "$build/mcpgen/generator" ] || fail "mcpgen itself is built for the other machine"
}

checked_in() {
    start
    install_mcpgen
    local out=$project/bindings/acme/inventory
    with_call 'inventory SCHEMAS inventory.json NAMESPACE acme::inventory OUTPUT_DIR bindings/acme/inventory CHECKED_IN'
    refused "fwd.hpp does not exist. CHECKED_IN takes files that are there: mcpgen generate --schema $project/inventory.json" \
        -DCMAKE_PREFIX_PATH="$prefix"
    "$prefix/bin/mcpgen" generate --schema "$project/inventory.json" --namespace acme::inventory --out "$out" \
        > "$WORK/log" 2>&1 || fail "mcpgen generate"
    printf '%s\n' 'add_executable(find_item find_item.cpp plain.cpp)' \
        'target_link_libraries(find_item PRIVATE inventory)' >> "$project/CMakeLists.txt"
    configure -DCMAKE_PREFIX_PATH="$prefix" || fail "configuring"
    rebuild
    expect_generated 0
    "$build/find_item" || fail "the program"

    say "the committed files are up to date"
    (cd "$build" && ctest > "$WORK/log" 2>&1) || fail "the check"
    grep -q inventory_mcpgen_check "$WORK/log" || fail "there is no check"
    say "the schema changed, the committed files did not"
    add_member level
    if (cd "$build" && ctest -V > "$WORK/log" 2>&1); then fail "the check did not notice"; fi
    grep -q 'level' "$WORK/log" || fail "the check does not show what changed"

    say "without a program that runs here it builds all the same"
    rm -rf "$build" "$prefix/bin/mcpgen"
    printf '%s\n' 'set(CMAKE_SYSTEM_NAME Linux)' > "$WORK/elsewhere.cmake"
    configure -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_TOOLCHAIN_FILE="$WORK/elsewhere.cmake" || fail "configuring"
    rebuild
}

# link_with <source> <package>...: a program beside $WORK/log, by its source's name.
link_with() {
    local source=$1 name
    shift
    name=$(basename "$source" .cpp)
    # shellcheck disable=SC2046,SC2086
    $LAUNCHER "$CXX" -c "$source" -o "$WORK/$name.o" $(pkg-config --cflags "$@") > "$WORK/log" 2>&1 || fail "compiling $name"
    # shellcheck disable=SC2046,SC2086
    "$CXX" "$WORK/$name.o" -o "$WORK/$name" $(pkg-config --libs --static "$@") ${LINK_FLAGS:-} > "$WORK/log" 2>&1 ||
        fail "linking $name with $*"
}

pkg_config() {
    start
    install_mcpgen
    local file
    file=$(find "$prefix" -name mcpgen.pc)
    export PKG_CONFIG_PATH=${file%/*}
    "$(pkg-config --variable=mcpgen mcpgen)" --version > "$WORK/log" || fail "the variable mcpgen"
    [ -e "$(pkg-config --variable=schemadir mcpgen)/2025-11-25.json" ] || fail "the variable schemadir"
    # shellcheck disable=SC2046
    "$CXX" "$project/ready_made/ready_made.cpp" -o "$WORK/ready_made" \
        $(pkg-config --cflags --libs --static mcpgen) ${LINK_FLAGS:-} > "$WORK/log" 2>&1 || fail "compiling with pkg-config"
    "$WORK/ready_made" || fail "the program"

    # Servers, hosts and HTTP, where this build has them.
    [ ! -e "$PKG_CONFIG_PATH/mcpgen-asio.pc" ] || {
        link_with "$CHECKOUT/examples/weather.cpp" mcpgen-session
        [ "$(echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | "$WORK/weather")" = '{"jsonrpc":"2.0","id":1,"result":{}}' ] ||
            fail "the server does not answer"
        ! "$WORK/weather" --http 127.0.0.1:0 < /dev/null > "$WORK/log" 2>&1 || fail "there is HTTP without mcpgen-asio"
        link_with "$CHECKOUT/examples/model.cpp" mcpgen-host mcpgen-asio
        "$WORK/model" 2> "$WORK/log" || fail "the host"
        grep -q usage "$WORK/log" || fail "the host says nothing"
        link_with "$CHECKOUT/examples/weather.cpp" mcpgen-asio
        "$WORK/weather" --http 127.0.0.1:nowhere < /dev/null > "$WORK/log" 2>&1 && fail "a port that is none"
        grep -q nowhere "$WORK/log" || fail "there is no HTTP with mcpgen-asio"
    }
}

case ${1:-} in
    build) build_in_every_way "$2" "$3" ;;
    mistakes) mistakes ;;
    cross) cross_compiling ;;
    checked_in) checked_in ;;
    pkg_config) pkg_config ;;
    *)
        echo "unknown step: ${1:-}"
        exit 2
        ;;
esac
say "ok"
