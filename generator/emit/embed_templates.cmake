# Builds the files of templates/ into a program: each becomes a string in a generated source file.
#
#   mcpgen_embed_templates(<target>)
#
# The same file is the script that writes the source: cmake -DOUTPUT=<file> -DFOLDER=<templates> -P this

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    file(GLOB templates ${FOLDER}/*.in)
    list(SORT templates)
    set(source "// The files of templates/. Written by embed_templates.cmake.\n")
    string(APPEND source "#include <generator/emit/templates.hpp>\n\nnamespace mcpgen {\n\n")
    string(APPEND source "const EmbeddedTemplate embedded_templates[] = {\n")
    foreach(template IN LISTS templates)
        get_filename_component(name ${template} NAME_WLE)
        file(READ ${template} text)
        string(APPEND source "    {\"${name}\", R\"in(${text})in\"},\n")
    endforeach()
    string(APPEND source "    {{}, {}},\n};\n\n}  // namespace mcpgen\n")
    file(WRITE ${OUTPUT} "${source}")
    return()
endif()

include_guard(GLOBAL)
set(mcpgen_embed_script ${CMAKE_CURRENT_LIST_FILE})

function(mcpgen_embed_templates target)
    set(folder ${PROJECT_SOURCE_DIR}/templates)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_templates.cpp)
    file(GLOB templates CONFIGURE_DEPENDS ${folder}/*.in)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFOLDER=${folder} -P ${mcpgen_embed_script}
        DEPENDS ${templates} ${mcpgen_embed_script}
        COMMENT "Embedding templates"
        VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()
