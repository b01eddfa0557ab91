# What every target of this project has in common. For this project's own targets only; users' targets are
# never touched.
include_guard(GLOBAL)

# mcpgen_target_defaults(<target>): C++20 without extensions; warnings when this project is the one being built.
function(mcpgen_target_defaults target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    # Without modules the scan that newer CMake adds to every C++20 file only costs time. Users may link our
    # static libraries into shared ones.
    set_target_properties(${target} PROPERTIES
        CXX_EXTENSIONS OFF CXX_SCAN_FOR_MODULES OFF POSITION_INDEPENDENT_CODE ON)
    # clang before 19 frees without telling the size, which our own memory needs (generator/memory.cpp, mcpctl).
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:Clang>:-fsized-deallocation>)
    # With many sources in one (CMAKE_UNITY_BUILD) g++ takes their unnamed namespaces for a header's.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_UNITY_BUILD)
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
    if(PROJECT_IS_TOP_LEVEL AND NOT MSVC)
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow)
        # g++ 12 with optimisation sees overlapping copies in "text" + std::string (GCC bug 105651), and reads of
        # the empty side of a std::optional or std::variant.
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
            target_compile_options(${target} PRIVATE -Wno-restrict -Wno-maybe-uninitialized)
        endif()
        if(MCPGEN_WERROR)
            target_compile_options(${target} PRIVATE -Werror)
        endif()
    endif()
endfunction()
