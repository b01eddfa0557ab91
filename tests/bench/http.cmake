# Requests over HTTP, against a bare epoll echo: a whole server, and beside it our web server and a bare Beast
# server that only send bodies back, and servers of the TypeScript SDK.
if(TARGET mcp_asio AND TARGET bench_tools_server)
    find_package(Threads REQUIRED)
    add_executable(bench_http http_bench.cpp http_load.cpp stdio_child.cpp)
    target_link_libraries(bench_http PRIVATE mcpgen_bench)
    add_executable(bench_http_epoll http_echo_epoll.cpp)
    add_executable(bench_http_beast http_echo_beast.cpp)
    target_link_libraries(bench_http_beast PRIVATE Boost::headers Threads::Threads)
    add_executable(bench_http_web http_echo_web.cpp)
    target_link_libraries(bench_http_web PRIVATE mcp_asio)
    target_include_directories(bench_http_web PRIVATE ${PROJECT_SOURCE_DIR}/runtime/src)
    add_executable(bench_http_tools tools_server.cpp)
    target_link_libraries(bench_http_tools PRIVATE mcp_asio Mcpgen::describe)
    foreach(program bench_http bench_http_epoll bench_http_beast bench_http_web bench_http_tools)
        mcpgen_target_defaults(${program})
    endforeach()
    set(others "")
    if(sdk)
        set(others --sessions ${sdk} sessions --stateless ${sdk} stateless)
    endif()
    add_test(NAME bench/http COMMAND bench_http --seconds 0.4 --rounds 9 --one 0.58 --many 0.6 --processor 8
        --memory 8 --first 10 --even 0.5 --tail 3 $<TARGET_FILE:bench_http_epoll>
        -- $<TARGET_FILE:bench_http_tools> --http 127.0.0.1:0
        --echo $<TARGET_FILE:bench_http_web> --echo $<TARGET_FILE:bench_http_beast> ${others})
    list(APPEND tests bench/http)
endif()
