# Compiles what a golden case expects, without making object files, with the warnings that the project uses.
# CASE: the case's folder; WORK: an empty folder; COMPILER; RUNTIME: the runtime's public headers.
set(space mcp)
if(EXISTS ${CASE}/namespace.txt)
    file(STRINGS ${CASE}/namespace.txt space LIMIT_COUNT 1)
    string(REPLACE "::" "/" space ${space})
endif()

# Generated files include each other by the path of their namespace.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/${space})
file(COPY ${CASE}/expected/ DESTINATION ${WORK}/${space})

file(GLOB_RECURSE sources ${WORK}/*.cpp ${WORK}/*.hpp)
if(NOT sources)
    message(FATAL_ERROR "${CASE}/expected has no C++ files; approve the case first")
endif()
# Describing types is opt-in and needs Boost; it is compiled with the rest of the suite.
list(FILTER sources EXCLUDE REGEX "/describe\\.hpp$")
foreach(source IN LISTS sources)
    execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -Werror
        -Wno-pragma-once-outside-header -I ${WORK} -I ${RUNTIME} -x c++ ${source}
        RESULT_VARIABLE result ERROR_VARIABLE said)
    string(REGEX REPLACE "[^\n]*#pragma once in main file[^\n]*\n([^\n]*\n)?([^\n]*\n)?" "" said "${said}")
    if(NOT result EQUAL 0)
        file(RELATIVE_PATH name ${WORK}/${space} ${source})
        message(SEND_ERROR "expected/${name} does not compile:\n${said}")
    endif()
endforeach()
