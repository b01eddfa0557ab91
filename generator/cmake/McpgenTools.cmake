# mcp_generate_tools(): C++ for the tools of a server, made from its manifest while the user's project builds.
# Explained, with an example, in docs/tools.md.
#
#   mcp_generate_tools(TARGET <target> MANIFEST <file>... [NAMESPACE <ns>] [CLIENT] [SERVER] [COROUTINES]
#       [OUTPUT_DIR <dir>] [DEPENDS <file or target>...])
#
# Without CLIENT and SERVER both are made. As mcp_generate_bindings() it declares a stamp: what did not change
# is not compiled again. Included by McpgenGenerate.cmake, which has the helpers.
include_guard(GLOBAL)

cmake_policy(PUSH)
cmake_policy(VERSION 3.22...4.2)

function(mcp_generate_tools)
    cmake_parse_arguments(PARSE_ARGV 0 arg "CLIENT;SERVER;COROUTINES" "TARGET;NAMESPACE;OUTPUT_DIR" "MANIFEST;DEPENDS")
    set(this "mcp_generate_tools(${arg_TARGET})")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${this}: unknown arguments: ${arg_UNPARSED_ARGUMENTS}. It takes TARGET, MANIFEST, "
            "NAMESPACE, CLIENT, SERVER, COROUTINES, OUTPUT_DIR and DEPENDS.")
    endif()
    if(NOT arg_TARGET OR NOT arg_MANIFEST)
        message(FATAL_ERROR "${this}: TARGET and MANIFEST are needed; `mcpgen tools --stdio 'server' --save FILE` "
            "writes a manifest")
    endif()
    if(NOT TARGET Mcpgen::session)
        message(FATAL_ERROR "${this}: clients and services need Mcpgen::session: ask find_package(Mcpgen) for the "
            "component Session")
    endif()
    _mcpgen_absolute(arg_MANIFEST)
    foreach(manifest IN LISTS arg_MANIFEST)
        get_source_file_property(generated "${manifest}" GENERATED)
        if(NOT generated AND NOT EXISTS "${manifest}")
            message(FATAL_ERROR "${this}: ${manifest} does not exist")
        endif()
    endforeach()
    if(NOT arg_NAMESPACE)
        string(MAKE_C_IDENTIFIER "${arg_TARGET}" arg_NAMESPACE)
    endif()
    if(NOT arg_CLIENT AND NOT arg_SERVER)
        set(arg_CLIENT ON)
        set(arg_SERVER ON)
    endif()

    if(arg_COROUTINES AND NOT arg_SERVER)
        message(FATAL_ERROR "${this}: COROUTINES is about the service, and CLIENT is for the client alone: add SERVER")
    endif()

    # Generated files include each other as <namespace/types.hpp>.
    string(REPLACE "::" "/" prefix "${arg_NAMESPACE}")
    set(name "${arg_TARGET}.${arg_NAMESPACE}.mcpgen")
    string(REPLACE "::" "." name "${name}")
    if(NOT arg_OUTPUT_DIR)
        set(arg_OUTPUT_DIR "${CMAKE_CURRENT_BINARY_DIR}/${name}")
    endif()
    get_filename_component(include_dir "${arg_OUTPUT_DIR}" ABSOLUTE)
    set(dir "${include_dir}/${prefix}")
    set(headers "${dir}/types.hpp" "${dir}/codec.hpp")
    set(sources "${dir}/codec.cpp")
    set(arguments ${arg_MANIFEST} --namespace "${arg_NAMESPACE}" --out "${dir}")
    foreach(part CLIENT SERVER)
        if(arg_${part})
            string(TOLOWER ${part} file)
            list(APPEND headers "${dir}/${file}.hpp")
            list(APPEND sources "${dir}/${file}.cpp")
            list(APPEND arguments --${file})
        endif()
    endforeach()

    if(arg_COROUTINES)
        list(APPEND arguments --coroutines)
    endif()

    _mcpgen_tool(tool)
    if(NOT tool)
        message(FATAL_ERROR "${this}: there is no mcpgen program that runs on this machine. Install mcpgen with its "
            "component Generator, or set MCPGEN_EXECUTABLE or MCPGEN_HOST_PATH.")
    endif()
    set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${name}.stamp")
    set(depfile "${CMAKE_CURRENT_BINARY_DIR}/${name}.d")
    add_custom_command(OUTPUT "${stamp}" BYPRODUCTS ${headers} ${sources} "${dir}/manifest.json"
        COMMAND ${tool} tools ${arguments} --depfile "${depfile}" --stamp "${stamp}"
        DEPENDS ${arg_MANIFEST} ${tool} ${arg_DEPENDS} DEPFILE "${depfile}"
        COMMENT "Generating the tools of ${arg_TARGET}" VERBATIM)
    add_custom_target(${name} DEPENDS "${stamp}")

    if(NOT TARGET ${arg_TARGET})
        add_library(${arg_TARGET} STATIC)
    endif()
    get_target_property(type ${arg_TARGET} TYPE)
    set(scope PUBLIC)
    if(type STREQUAL "EXECUTABLE")
        set(scope PRIVATE)
    endif()
    target_sources(${arg_TARGET} PRIVATE ${sources})
    target_include_directories(${arg_TARGET} ${scope} "$<BUILD_INTERFACE:${include_dir}>")
    target_link_libraries(${arg_TARGET} ${scope} Mcpgen::session)
    set_source_files_properties(${sources} ${headers} TARGET_DIRECTORY ${arg_TARGET} PROPERTIES GENERATED ON)
    add_dependencies(${arg_TARGET} ${name})
    file(MAKE_DIRECTORY "${include_dir}")  # a folder that does not exist yet is an error to some users of it
endfunction()

cmake_policy(POP)
