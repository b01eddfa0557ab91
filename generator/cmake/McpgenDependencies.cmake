# The libraries this project uses: found on the system, or downloaded when MCPGEN_FETCH_DEPENDENCIES is on.
# A library that is missing stops the configuration with the name of its package.
include_guard(GLOBAL)

# mcpgen_missing(<library> <what needs it> <Debian> <Fedora> <Arch> <Homebrew> <vcpkg>): stops with the package names.
function(mcpgen_missing library use debian fedora arch brew vcpkg)
    message(FATAL_ERROR
        "${library} was not found. ${use} needs it.\n"
        "Install it:\n"
        "  Debian, Ubuntu   apt-get install ${debian}\n"
        "  Fedora           dnf install ${fedora}\n"
        "  Arch             pacman -S ${arch}\n"
        "  Homebrew         brew install ${brew}\n"
        "  vcpkg            vcpkg install ${vcpkg}\n"
        "Or say where it is with -DCMAKE_PREFIX_PATH=<folder>, or let CMake download it with "
        "-DMCPGEN_FETCH_DEPENDENCIES=ON.\n")
endfunction()

# mcpgen_fetch(<name> <url> <sha256>): downloads a library and adds its targets.
macro(mcpgen_fetch name url hash)
    include(FetchContent)
    set(mcpgen_fetch_arguments URL ${url} URL_HASH SHA256=${hash})
    if(NOT CMAKE_VERSION VERSION_LESS 3.24)
        list(APPEND mcpgen_fetch_arguments DOWNLOAD_EXTRACT_TIMESTAMP ON)
    endif()
    message(STATUS "Fetching ${name}")
    FetchContent_Declare(${name} ${mcpgen_fetch_arguments})
    FetchContent_MakeAvailable(${name})
endmacro()

# mcpgen_need_simdjson(): the JSON parser; in the runtime's codec and in the generator. 3.0.1 is enough.
macro(mcpgen_need_simdjson)
    if(NOT TARGET simdjson::simdjson)
        find_package(simdjson CONFIG QUIET)
    endif()
    if(NOT TARGET simdjson::simdjson AND MCPGEN_FETCH_DEPENDENCIES)
        set(SIMDJSON_INSTALL ${MCPGEN_INSTALL})  # an installed runtime needs it
        mcpgen_fetch(simdjson https://github.com/simdjson/simdjson/archive/refs/tags/v3.12.3.tar.gz
            d0af071f2f4187d8b26b556e83ef832b634bd5feb4e2f537b9dabbd334d4e334)
    endif()
    if(NOT TARGET simdjson::simdjson)
        mcpgen_missing(simdjson "The runtime" libsimdjson-dev simdjson-devel simdjson simdjson simdjson)
    endif()
endmacro()

# mcpgen_need_cxxopts(): the command line of mcpgen.
macro(mcpgen_need_cxxopts)
    if(NOT TARGET cxxopts::cxxopts)
        find_package(cxxopts CONFIG QUIET)
    endif()
    if(NOT TARGET cxxopts::cxxopts AND MCPGEN_FETCH_DEPENDENCIES)
        mcpgen_fetch(cxxopts https://github.com/jarro2783/cxxopts/archive/refs/tags/v3.2.0.tar.gz
            9f43fa972532e5df6c5fd5ad0f5bac606cdec541ccaf1732463d8070bbb7f03b)
    endif()
    if(NOT TARGET cxxopts::cxxopts)
        mcpgen_missing(cxxopts "The mcpgen program" libcxxopts-dev cxxopts-devel cxxopts cxxopts cxxopts)
    endif()
endmacro()

# mcpgen_want_boost(): Boost's headers, 1.81 or later, for servers and clients and for the opt-in headers that
# describe types. A missing or older one is said once, and those are left out of the build.
macro(mcpgen_want_boost)
    if(NOT TARGET Boost::headers)
        find_package(Boost 1.81 CONFIG QUIET)
    endif()
    if(NOT TARGET Boost::headers AND MCPGEN_FETCH_DEPENDENCIES)
        set(BOOST_INCLUDE_LIBRARIES asio describe json regex)
        set(BOOST_ENABLE_CMAKE ON)
        mcpgen_fetch(Boost
            https://github.com/boostorg/boost/releases/download/boost-1.86.0/boost-1.86.0-cmake.tar.xz
            2c5ec5edcdff47ff55e27ed9560b0a0b94b07bd07ed9928b476150e16b0efc57)
        if(NOT TARGET Boost::headers)
            add_library(Boost::headers INTERFACE IMPORTED GLOBAL)
            target_link_libraries(Boost::headers INTERFACE
                Boost::asio Boost::describe Boost::json Boost::regex)
        endif()
    endif()
    if(NOT TARGET Boost::headers)
        message(STATUS "Boost 1.81 or later was not found (Debian 12: libboost1.81-dev, newer: libboost-dev): "
            "servers, clients and the opt-in describe headers are not built or tested")
    endif()
endmacro()

# mcpgen_want_openssl(): OpenSSL 3: libcrypto for what the session library seals, libssl for HTTPS. Without it those
# libraries are left out.
macro(mcpgen_want_openssl)
    if(NOT TARGET OpenSSL::Crypto)
        find_package(OpenSSL 3.0 QUIET COMPONENTS Crypto SSL)
    endif()
    if(NOT TARGET OpenSSL::Crypto)
        message(STATUS "OpenSSL 3 was not found (Debian: libssl-dev): servers and clients are not built or tested")
    endif()
endmacro()

# mcpgen_want_sqlite(): SQLite 3, for tasks in a file. Without it that library is left out.
macro(mcpgen_want_sqlite)
    if(NOT TARGET SQLite::SQLite3)
        find_package(SQLite3 3.34 QUIET)
    endif()
    if(NOT TARGET SQLite::SQLite3)
        message(STATUS "SQLite 3.34 or later was not found (Debian: libsqlite3-dev): the store of tasks in a file is not built or tested")
    endif()
endmacro()

# mcpgen_want_httplib(): cpp-httplib, for one example. Sets MCPGEN_HTTPLIB to its target, or to nothing.
macro(mcpgen_want_httplib)
    set(MCPGEN_HTTPLIB "")
    find_package(httplib CONFIG QUIET)
    if(TARGET httplib::httplib)
        set(MCPGEN_HTTPLIB httplib::httplib)
    else()  # Debian's has no CMake files
        find_package(PkgConfig QUIET)
        if(PKG_CONFIG_FOUND)
            pkg_check_modules(mcpgen_httplib QUIET IMPORTED_TARGET cpp-httplib)
        endif()
        if(TARGET PkgConfig::mcpgen_httplib)
            set(MCPGEN_HTTPLIB PkgConfig::mcpgen_httplib)
        else()
            message(STATUS "Example mount/httplib is not built: it needs cpp-httplib (Debian: libcpp-httplib-dev, pkg-config)")
        endif()
    endif()
endmacro()

# mcpgen_need_catch2(): the test framework, version 2 or 3.
macro(mcpgen_need_catch2)
    if(NOT TARGET Catch2::Catch2WithMain)
        find_package(Catch2 CONFIG QUIET)
    endif()
    if(NOT TARGET Catch2::Catch2WithMain AND MCPGEN_FETCH_DEPENDENCIES)
        mcpgen_fetch(Catch2 https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz
            c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c)
    endif()
    if(NOT TARGET Catch2::Catch2WithMain)
        mcpgen_missing(Catch2 "The test suite (-DMCPGEN_BUILD_TESTS=OFF leaves it out)"
            catch2 catch-devel catch2 catch2 catch2)
    endif()
endmacro()
