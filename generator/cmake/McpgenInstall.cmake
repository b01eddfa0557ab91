# What `cmake --install` copies, and the package files by which other projects find it.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Mcpgen)
set(cmake_files ${PROJECT_SOURCE_DIR}/generator/cmake)

if(NOT MCPGEN_LIBRARY_TYPE STREQUAL "STATIC")
    install(CODE "message(FATAL_ERROR \"mcpgen: this build is not made to be installed, its libraries are \"
        \"${MCPGEN_LIBRARY_TYPE}: configure with -DMCPGEN_LIBRARY_TYPE=STATIC\")" ALL_COMPONENTS)
endif()

# The runtime and the bindings.
set(runtime_targets mcp_core mcp_protocol)
install(TARGETS ${runtime_targets} EXPORT McpgenRuntime COMPONENT Runtime)
install(EXPORT McpgenRuntime NAMESPACE Mcpgen:: DESTINATION ${package_dir} FILE McpgenRuntime.cmake
    COMPONENT Runtime)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/include/ ${PROJECT_SOURCE_DIR}/generated/mcp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Runtime FILES_MATCHING PATTERN "*.hpp")

# Servers and clients: in a file of their own, which names libcrypto.
if(TARGET mcp_session)
    install(TARGETS mcp_session EXPORT McpgenSession COMPONENT Runtime)
    install(EXPORT McpgenSession NAMESPACE Mcpgen:: DESTINATION ${package_dir} FILE McpgenSession.cmake
        COMPONENT Runtime)
endif()

# Hosts.
if(TARGET mcp_host)
    install(TARGETS mcp_host EXPORT McpgenHost COMPONENT Runtime)
    install(EXPORT McpgenHost NAMESPACE Mcpgen:: DESTINATION ${package_dir} FILE McpgenHost.cmake COMPONENT Runtime)
endif()

# HTTP on sockets: in a file of its own, which names OpenSSL.
if(TARGET mcp_asio)
    install(TARGETS mcp_asio EXPORT McpgenAsio COMPONENT Runtime)
    install(EXPORT McpgenAsio NAMESPACE Mcpgen:: DESTINATION ${package_dir} FILE McpgenAsio.cmake COMPONENT Runtime)
endif()

# What asks a server for mcpgen.
if(TARGET mcpgen-fetch)
    install(TARGETS mcpgen-fetch COMPONENT Runtime)
endif()

# What talks to a server for its users, with its manual page.
if(TARGET mcpctl)
    install(TARGETS mcpctl COMPONENT Runtime)
    if(MCPCTL_SHARE)
        install(FILES ${MCPCTL_SHARE}/mcpctl.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT Runtime)
        install(FILES ${MCPCTL_SHARE}/mcpctl COMPONENT Runtime
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
        install(FILES ${MCPCTL_SHARE}/_mcpctl COMPONENT Runtime
            DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
        install(FILES ${MCPCTL_SHARE}/mcpctl.fish COMPONENT Runtime
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
    endif()
endif()

# Tasks in a file: in a file of its own, which names SQLite.
if(TARGET mcp_sqlite)
    install(TARGETS mcp_sqlite EXPORT McpgenSqlite COMPONENT Runtime)
    install(EXPORT McpgenSqlite NAMESPACE Mcpgen:: DESTINATION ${package_dir} FILE McpgenSqlite.cmake COMPONENT Runtime)
endif()

# The compiler and the schemas it knows.
if(MCPGEN_BUILD_GENERATOR)
    install(TARGETS mcpgen EXPORT McpgenGenerator COMPONENT Generator)
    install(EXPORT McpgenGenerator NAMESPACE Mcpgen:: DESTINATION ${package_dir} FILE McpgenGenerator.cmake
        COMPONENT Generator)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/schema/ DESTINATION ${CMAKE_INSTALL_DATADIR}/mcpgen/schema
    COMPONENT Generator FILES_MATCHING PATTERN "*.json")

# The package files.
configure_package_config_file(${cmake_files}/McpgenConfig.cmake.in ${PROJECT_BINARY_DIR}/McpgenConfig.cmake
    INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/McpgenConfigVersion.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/McpgenConfig.cmake
    ${PROJECT_BINARY_DIR}/McpgenConfigVersion.cmake
    ${cmake_files}/McpgenGenerate.cmake
    ${cmake_files}/McpgenTools.cmake
    DESTINATION ${package_dir} COMPONENT Runtime)

# Relative to the file itself, so that an installed tree can be moved.
file(RELATIVE_PATH pkgconfig_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" pkgconfig_prefix "\${pcfiledir}/${pkgconfig_prefix}")
configure_file(${cmake_files}/mcpgen.pc.in ${PROJECT_BINARY_DIR}/mcpgen.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mcpgen.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT Runtime)
# mcpgen_install_part(<part> <part that it is built on> <description> LIBS <word>... PRIVATE <word>...): a file of its
# own, because not every build has every part.
function(mcpgen_install_part part part_requires part_description)
    if(NOT TARGET mcp_${part})
        return()
    endif()
    cmake_parse_arguments(words "" "" "LIBS;PRIVATE" ${ARGN})
    string(JOIN " " part_libs ${words_LIBS} -lmcp_${part})
    string(JOIN " " part_private_libs ${words_PRIVATE})
    configure_file(${cmake_files}/mcpgen-part.pc.in ${PROJECT_BINARY_DIR}/mcpgen-${part}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/mcpgen-${part}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT Runtime)
endfunction()
set(dl_library ${CMAKE_DL_LIBS})
list(TRANSFORM dl_library PREPEND -l)
set(crypto_library "")
if(MCPGEN_LINKS_LIBCRYPTO)
    set(crypto_library -lcrypto)
endif()
mcpgen_install_part(session mcpgen "Servers and clients of the Model Context Protocol"
    PRIVATE ${crypto_library} ${dl_library} -pthread)
mcpgen_install_part(host mcpgen-session "Many servers of the Model Context Protocol at once")
# As runtime/src/asio/CMakeLists.txt says it to the linker.
if(APPLE)
    set(take_http_program -Wl,-u,_mcp_http_program)
else()
    set(take_http_program -Wl,-u,mcp_http_program)
endif()
mcpgen_install_part(asio mcpgen-session "The Model Context Protocol over HTTP"
    LIBS ${take_http_program} PRIVATE -lssl -lcrypto ${dl_library})
mcpgen_install_part(sqlite mcpgen-session "Tasks of the Model Context Protocol in a file" PRIVATE -lsqlite3)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT Runtime)

# All that is installed, for those who do not want the tests built.
add_custom_target(mcpgen-installed)
foreach(target IN ITEMS mcp_core mcp_protocol mcp_session mcp_host mcp_asio mcp_sqlite mcpgen-fetch mcpctl mcpgen)
    if(TARGET ${target})
        add_dependencies(mcpgen-installed ${target})
    endif()
endforeach()
