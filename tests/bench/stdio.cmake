# Calls over standard input and output. bench_stdio measures any server that it is given; here it
# measures what is below the protocol.
if(TARGET mcp_session)
    add_executable(bench_stdio stdio_bench.cpp stdio_child.cpp)
    target_link_libraries(bench_stdio PRIVATE mcpgen_bench)
    add_executable(bench_stdio_echo stdio_echo.cpp)
    add_executable(bench_stdio_envelopes stdio_envelopes.cpp)
    target_link_libraries(bench_stdio_envelopes PRIVATE mcp_session)
    target_include_directories(bench_stdio_envelopes PRIVATE ${PROJECT_SOURCE_DIR}/runtime/src)
    foreach(program bench_stdio bench_stdio_echo bench_stdio_envelopes)
        mcpgen_target_defaults(${program})
    endforeach()
    add_test(NAME bench/stdio_connection COMMAND bench_stdio --one 0.85 --many 0.75
        $<TARGET_FILE:bench_stdio_echo> -- $<TARGET_FILE:bench_stdio_envelopes>)
    list(APPEND tests bench/stdio_connection)
endif()

# A whole server, with an echo as its tool. The rival is the best other C++ library that we know of: 159 000
# calls a second where the echo did 1 100 000.
if(TARGET mcp_session AND TARGET Mcpgen::describe)
    add_executable(bench_tools_server tools_server.cpp)
    target_link_libraries(bench_tools_server PRIVATE mcp_session Mcpgen::describe)
    mcpgen_target_defaults(bench_tools_server)
    set(peers $ENV{MCPGEN_LIVE_DIR})
    if(NOT peers)
        set(peers ${PROJECT_SOURCE_DIR}/build/live)
    endif()
    find_program(MCPGEN_NODE node)
    mark_as_advanced(MCPGEN_NODE)
    set(sdk "")
    set(other "")
    if(MCPGEN_NODE AND EXISTS ${peers}/node_modules/@modelcontextprotocol/sdk)
        set(sdk ${MCPGEN_NODE} ${CMAKE_CURRENT_SOURCE_DIR}/tools_server_sdk.mjs ${peers})
        set(other -- ${sdk})
    endif()
    add_test(NAME bench/tools_call COMMAND bench_stdio --one 0.65 --many 0.45 --rival 0.1445
        --processor 2 --memory 6 --first 5 $<TARGET_FILE:bench_stdio_echo> -- $<TARGET_FILE:bench_tools_server> ${other})
    add_executable(bench_memory memory_bench.cpp stdio_child.cpp)
    target_link_libraries(bench_memory PRIVATE mcpgen_bench)
    mcpgen_target_defaults(bench_memory)
    add_test(NAME bench/memory COMMAND bench_memory --requests 1000000 --growth 0.25
        $<TARGET_FILE:bench_tools_server>)
    list(APPEND tests bench/tools_call bench/memory)
    if(TARGET mcpctl)
        add_executable(bench_gateway gateway_bench.cpp stdio_child.cpp)
        target_link_libraries(bench_gateway PRIVATE mcpgen_bench mcp_session)
        mcpgen_target_defaults(bench_gateway)
        add_test(NAME bench/gateway COMMAND bench_gateway --processor 2 --added 0.2
            $<TARGET_FILE:mcpctl> -- $<TARGET_FILE:bench_tools_server>)
        list(APPEND tests bench/gateway)
    endif()
endif()

# The smallest server: how long it takes to compile, and how large it is.
if(TARGET mcp_session AND TARGET Mcpgen::describe)
    set(smallest ${PROJECT_SOURCE_DIR}/examples/weather.cpp)
    add_executable(bench_smallest_server ${smallest})
    target_link_libraries(bench_smallest_server PRIVATE mcp_session Mcpgen::describe)
    mcpgen_target_defaults(bench_smallest_server)
    add_executable(bench_program program_bench.cpp)
    target_link_libraries(bench_program PRIVATE mcpgen_bench)
    mcpgen_target_defaults(bench_program)
    set(strip "")
    if(CMAKE_STRIP)
        set(strip --strip ${CMAKE_STRIP})
    endif()
    add_test(NAME bench/server_program COMMAND bench_program --compiler ${CMAKE_CXX_COMPILER}
        --source ${smallest} --program $<TARGET_FILE:bench_smallest_server>
        --work ${CMAKE_CURRENT_BINARY_DIR}/program ${strip}
        -- -I${PROJECT_SOURCE_DIR}/runtime/include -I${PROJECT_SOURCE_DIR}/generated)
    list(APPEND tests bench/server_program)
endif()
