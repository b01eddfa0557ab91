# Picks clang for the presets that ask for it: the oldest supported version that is installed, else the default.
find_program(MCPGEN_CLANG NAMES clang++-14 clang++-15 clang++-16 clang++-17 clang++-18 clang++-19 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER "${MCPGEN_CLANG}")
