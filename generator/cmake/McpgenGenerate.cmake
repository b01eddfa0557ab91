# mcp_generate_bindings(): C++ bindings from protocol schemas, made while the user's project builds.
# Every argument is explained, with an example, in docs/cmake.md.
#
#   mcp_generate_bindings(<target>
#       [SCHEMAS <[revision=]file>...] [EXTENSIONS <file>...] [OVERRIDES <file>]
#       [NAMESPACE <ns>] [OUTPUT_DIR <dir>] [CHECKED_IN] [LIBRARY_TYPE STATIC|SHARED|OBJECT]
#       [DEPENDS <file or target>...] [GENERATOR_ARGS <arg>...]
#       [OUTPUT_HEADERS <variable>] [OUTPUT_SOURCES <variable>])
#
# How it stays quiet: the one declared output is a stamp, touched by every run; the C++ files are by-products
# that mcpgen rewrites only when their text changes. So a schema that was only touched costs one run of mcpgen
# and no compilation, and the depfile adds the files that mcpgen read on the way.
include_guard(GLOBAL)

# The functions below keep the policies of this place, whatever the user's project asks for.
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...4.2)

# Where the schemas are that come with mcpgen: in the checkout, or where McpgenConfig.cmake says.
if(NOT MCPGEN_SCHEMA_DIR)
    get_filename_component(MCPGEN_SCHEMA_DIR "${CMAKE_CURRENT_LIST_DIR}/../../schema" ABSOLUTE)
endif()
set_property(GLOBAL PROPERTY MCPGEN_SCHEMA_DIR "${MCPGEN_SCHEMA_DIR}")

# _mcpgen_tool(<variable>): what to run: a path or a target; empty when there is nothing that runs here.
function(_mcpgen_tool variable)
    set(tool "")
    if(MCPGEN_EXECUTABLE)
        set(tool "${MCPGEN_EXECUTABLE}")
    elseif(MCPGEN_HOST_PATH)
        find_program(MCPGEN_HOST_EXECUTABLE mcpgen PATHS "${MCPGEN_HOST_PATH}" PATH_SUFFIXES bin
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
        mark_as_advanced(MCPGEN_HOST_EXECUTABLE)
        if(MCPGEN_HOST_EXECUTABLE)
            set(tool "${MCPGEN_HOST_EXECUTABLE}")
        endif()
    elseif(TARGET Mcpgen::mcpgen AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
        set(tool Mcpgen::mcpgen)
    endif()
    set(${variable} "${tool}" PARENT_SCOPE)
endfunction()

# _mcpgen_absolute(<list>): makes `file` and `revision=file` absolute, relative to the caller's folder.
function(_mcpgen_absolute list)
    set(result "")
    foreach(entry IN LISTS ${list})
        set(revision "")
        if(entry MATCHES "^([0-9][0-9][0-9][0-9]-[^=/]*=)(.*)$")
            set(revision "${CMAKE_MATCH_1}")
            set(entry "${CMAKE_MATCH_2}")
        endif()
        get_filename_component(entry "${entry}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
        list(APPEND result "${revision}${entry}")
    endforeach()
    set(${list} "${result}" PARENT_SCOPE)
endfunction()

# _mcpgen_builtin(<schemas> <extensions> <overrides>): the documents that come with mcpgen.
function(_mcpgen_builtin schemas extensions overrides)
    get_property(folder GLOBAL PROPERTY MCPGEN_SCHEMA_DIR)
    file(GLOB dated CONFIGURE_DEPENDS "${folder}/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*.json")
    file(GLOB others CONFIGURE_DEPENDS "${folder}/*.json" "${folder}/extensions/*.json")
    list(REMOVE_ITEM others ${dated} "${folder}/overrides.json")
    if(NOT dated)
        message(FATAL_ERROR "mcp_generate_bindings(): no schema in ${folder}; pass SCHEMAS, or set MCPGEN_SCHEMA_DIR")
    endif()
    set(${schemas} "${dated}" PARENT_SCOPE)
    set(${extensions} "${others}" PARENT_SCOPE)
    set(${overrides} "${folder}/overrides.json" PARENT_SCOPE)
endfunction()

# _mcpgen_extension_folder(<variable> <file>): the sub-folder, and namespace, of an extension's bindings: the last
# word of the identifier it states, else its file's name (its folder's, when the file is called `schema`).
function(_mcpgen_extension_folder variable file)
    set(identifier "")
    if(EXISTS "${file}" AND file MATCHES "\\.json$")
        file(READ "${file}" text)
        string(JSON identifier ERROR_VARIABLE error GET "${text}" "x-mcp-extension")
        if(error)
            set(identifier "")
        endif()
    endif()
    if(identifier)
        string(REGEX REPLACE "^.*/" "" name "${identifier}")
    else()
        get_filename_component(name "${file}" NAME_WLE)
        if(name STREQUAL "schema")
            get_filename_component(name "${file}" DIRECTORY)
            get_filename_component(name "${name}" NAME)
        endif()
        string(REGEX REPLACE "^ext-" "" name "${name}")
    endif()
    string(REGEX REPLACE "([a-z0-9])([A-Z])" "\\1_\\2" name "${name}")
    string(REGEX REPLACE "[^A-Za-z0-9]+" "_" name "${name}")
    string(TOLOWER "${name}" name)
    set(${variable} "${name}" PARENT_SCOPE)
endfunction()

# _mcpgen_outputs(<headers> <sources> <dir> <extension>...): the files that mcpgen writes.
function(_mcpgen_outputs headers sources dir)
    set(folders "${dir}")
    foreach(extension IN LISTS ARGN)
        _mcpgen_extension_folder(name "${extension}")
        list(APPEND folders "${dir}/${name}")
    endforeach()
    set(all_headers "")
    set(all_sources "")
    foreach(folder IN LISTS folders)
        foreach(name fwd types methods codec dispatch describe)
            list(APPEND all_headers "${folder}/${name}.hpp")
        endforeach()
        list(APPEND all_sources "${folder}/codec.cpp" "${folder}/dispatch.cpp")
    endforeach()
    set(${headers} "${all_headers}" PARENT_SCOPE)
    set(${sources} "${all_sources}" PARENT_SCOPE)
endfunction()

function(mcp_generate_bindings target)
    set(this "mcp_generate_bindings(${target})")
    cmake_parse_arguments(PARSE_ARGV 1 arg "CHECKED_IN"
        "OVERRIDES;NAMESPACE;OUTPUT_DIR;LIBRARY_TYPE;OUTPUT_HEADERS;OUTPUT_SOURCES"
        "SCHEMAS;EXTENSIONS;DEPENDS;GENERATOR_ARGS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${this}: unknown arguments: ${arg_UNPARSED_ARGUMENTS}. It takes SCHEMAS, EXTENSIONS, "
            "OVERRIDES, NAMESPACE, OUTPUT_DIR, CHECKED_IN, LIBRARY_TYPE, DEPENDS, GENERATOR_ARGS, OUTPUT_HEADERS "
            "and OUTPUT_SOURCES.")
    endif()
    if(arg_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "${this}: no value after ${arg_KEYWORDS_MISSING_VALUES}")
    endif()
    if(arg_LIBRARY_TYPE AND NOT arg_LIBRARY_TYPE MATCHES "^(STATIC|SHARED|OBJECT)$")
        message(FATAL_ERROR "${this}: LIBRARY_TYPE is ${arg_LIBRARY_TYPE}; it can be STATIC, SHARED or OBJECT")
    endif()
    if(TARGET ${target})
        if(arg_LIBRARY_TYPE)
            message(FATAL_ERROR "${this}: the target exists already, so LIBRARY_TYPE would change nothing; remove it")
        endif()
        get_target_property(type ${target} TYPE)
        get_target_property(alias ${target} ALIASED_TARGET)
        if(alias OR type MATCHES "INTERFACE|UTILITY|UNKNOWN")
            message(FATAL_ERROR "${this}: the target is an alias or compiles nothing; name a library or a program")
        endif()
    endif()

    # What to read.
    _mcpgen_absolute(arg_SCHEMAS)
    _mcpgen_absolute(arg_EXTENSIONS)
    _mcpgen_absolute(arg_OVERRIDES)
    if(NOT arg_SCHEMAS)
        _mcpgen_builtin(arg_SCHEMAS extensions overrides)
        if(NOT arg_EXTENSIONS)
            set(arg_EXTENSIONS ${extensions})
        endif()
        if(NOT arg_OVERRIDES)
            set(arg_OVERRIDES ${overrides})
        endif()
    endif()
    set(inputs ${arg_SCHEMAS} ${arg_EXTENSIONS} ${arg_OVERRIDES})
    list(TRANSFORM inputs REPLACE "^[0-9][0-9][0-9][0-9]-[^=/]*=" "")
    foreach(input IN LISTS inputs)
        get_source_file_property(generated "${input}" GENERATED)
        if(NOT generated AND NOT EXISTS "${input}")
            message(FATAL_ERROR "${this}: ${input} does not exist")
        endif()
    endforeach()

    # Where to write. Generated files include each other as <namespace/types.hpp>.
    if(NOT arg_NAMESPACE)
        string(MAKE_C_IDENTIFIER "${target}" arg_NAMESPACE)
    endif()
    string(REPLACE "::" "/" prefix "${arg_NAMESPACE}")
    if(NOT arg_OUTPUT_DIR)
        if(arg_CHECKED_IN)
            message(FATAL_ERROR "${this}: CHECKED_IN needs OUTPUT_DIR, the folder with the committed files")
        endif()
        set(arg_OUTPUT_DIR "${CMAKE_CURRENT_BINARY_DIR}/${target}.mcpgen/${prefix}")
    endif()
    get_filename_component(dir "${arg_OUTPUT_DIR}" ABSOLUTE)
    string(LENGTH "/${prefix}" prefix_length)
    string(LENGTH "${dir}" dir_length)
    math(EXPR include_length "${dir_length} - ${prefix_length}")
    set(include_dir "")
    if(include_length GREATER 0)
        string(SUBSTRING "${dir}" 0 ${include_length} include_dir)
    endif()
    if(NOT dir STREQUAL "${include_dir}/${prefix}")
        message(FATAL_ERROR "${this}: OUTPUT_DIR is ${dir}, but the files of namespace ${arg_NAMESPACE} include each "
            "other as <${prefix}/types.hpp>; end OUTPUT_DIR with /${prefix}")
    endif()
    _mcpgen_outputs(headers sources "${dir}" ${arg_EXTENSIONS})

    # What to run.
    _mcpgen_tool(tool)
    set(arguments "")
    foreach(schema IN LISTS arg_SCHEMAS)
        list(APPEND arguments --schema "${schema}")
    endforeach()
    foreach(extension IN LISTS arg_EXTENSIONS)
        list(APPEND arguments --extension "${extension}")
    endforeach()
    if(arg_OVERRIDES)
        list(APPEND arguments --overrides "${arg_OVERRIDES}")
    endif()
    list(APPEND arguments --namespace "${arg_NAMESPACE}" --out "${dir}" ${arg_GENERATOR_ARGS})

    if(arg_CHECKED_IN)
        foreach(file IN LISTS headers sources)
            if(NOT EXISTS "${file}")
                string(REPLACE ";" " " command "${arguments}")
                message(FATAL_ERROR "${this}: ${file} does not exist. CHECKED_IN takes files that are there:\n"
                    "  mcpgen generate ${command}")
            endif()
        endforeach()
        if(tool)
            add_test(NAME ${target}_mcpgen_check COMMAND ${tool} check ${arguments})
            set_tests_properties(${target}_mcpgen_check PROPERTIES LABELS quick)
        else()
            message(STATUS "${this}: no mcpgen that runs on this machine, so no test that ${dir} is up to date")
        endif()
    else()
        if(NOT tool AND CMAKE_CROSSCOMPILING)
            message(FATAL_ERROR "${this}: this build is for another machine, and mcpgen must run on this one.\n"
                "Build mcpgen for this machine, then say where it is:\n"
                "  -DMCPGEN_EXECUTABLE=<path of the mcpgen program>\n"
                "or, when it is installed,\n"
                "  -DMCPGEN_HOST_PATH=<its install prefix>\n"
                "Or commit the generated files and pass CHECKED_IN: then nothing runs while building.")
        elseif(NOT tool)
            message(FATAL_ERROR "${this}: there is no mcpgen program here. Install mcpgen with its component "
                "Generator, or set MCPGEN_EXECUTABLE or MCPGEN_HOST_PATH.")
        endif()
        set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}.mcpgen.stamp")
        set(depfile "${CMAKE_CURRENT_BINARY_DIR}/${target}.mcpgen.d")
        add_custom_command(OUTPUT "${stamp}" BYPRODUCTS ${headers} ${sources} "${dir}/manifest.json"
            COMMAND ${tool} generate ${arguments} --depfile "${depfile}" --stamp "${stamp}"
            DEPENDS ${inputs} ${tool} ${arg_DEPENDS} DEPFILE "${depfile}"
            COMMENT "Generating the bindings of ${target}" VERBATIM)
        add_custom_target(${target}_mcpgen DEPENDS "${stamp}")
    endif()

    # The target.
    if(NOT TARGET ${target})
        if(NOT arg_LIBRARY_TYPE)
            set(arg_LIBRARY_TYPE STATIC)
        endif()
        add_library(${target} ${arg_LIBRARY_TYPE})
        set_target_properties(${target} PROPERTIES WINDOWS_EXPORT_ALL_SYMBOLS ON)
    endif()
    get_target_property(type ${target} TYPE)
    set(scope PUBLIC)
    if(type STREQUAL "EXECUTABLE")
        set(scope PRIVATE)
    endif()
    target_sources(${target} PRIVATE ${sources})
    target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${include_dir}>")
    target_link_libraries(${target} ${scope} Mcpgen::core)
    if(NOT arg_CHECKED_IN)
        set_source_files_properties(${sources} ${headers} TARGET_DIRECTORY ${target} PROPERTIES GENERATED ON)
        add_dependencies(${target} ${target}_mcpgen)
        file(MAKE_DIRECTORY "${include_dir}")  # a folder that does not exist yet is an error to some users of it
    endif()

    if(arg_OUTPUT_HEADERS)
        set(${arg_OUTPUT_HEADERS} "${headers}" PARENT_SCOPE)
    endif()
    if(arg_OUTPUT_SOURCES)
        set(${arg_OUTPUT_SOURCES} "${sources}" PARENT_SCOPE)
    endif()
endfunction()

cmake_policy(POP)

# mcp_generate_tools() uses the same helpers.
include("${CMAKE_CURRENT_LIST_DIR}/McpgenTools.cmake")
