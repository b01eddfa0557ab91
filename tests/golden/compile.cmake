# Compiles what a golden case expects, without making object files, with the warnings that the project uses.
# CASE: the case's folder; WORK: a folder of this test; COMPILER; RUNTIME: the runtime's public headers.
set(space mcp)
if(EXISTS ${CASE}/namespace.txt)
    file(STRINGS ${CASE}/namespace.txt space LIMIT_COUNT 1)
    string(REPLACE "::" "/" space ${space})
endif()

# Generated files include each other by the path of their namespace.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/${space})
file(COPY ${CASE}/expected/ DESTINATION ${WORK}/${space})

file(GLOB_RECURSE headers RELATIVE ${WORK} ${WORK}/*.hpp)
file(GLOB_RECURSE sources ${WORK}/*.cpp)
if(NOT headers OR NOT sources)
    message(FATAL_ERROR "${CASE}/expected has no C++ files; approve the case first")
endif()
# Describing types is opt-in and needs Boost; it is compiled with the rest of the suite.
list(FILTER headers EXCLUDE REGEX "/describe\\.hpp$")
set(includes "")
foreach(header IN LISTS headers)
    string(APPEND includes "#include <${header}>\n")
endforeach()
file(WRITE ${WORK}/headers.cpp "${includes}")

foreach(source IN LISTS sources ITEMS ${WORK}/headers.cpp)
    execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -Werror
        -I ${WORK} -I ${RUNTIME} ${source} RESULT_VARIABLE result ERROR_VARIABLE said)
    if(NOT result EQUAL 0)
        file(RELATIVE_PATH name ${WORK} ${source})
        message(SEND_ERROR "${name} does not compile:\n${said}")
    endif()
endforeach()
