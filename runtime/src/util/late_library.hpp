// A shared library that is loaded when something of it is first called for: most programs never do,
// and loading it at the start would cost each of them memory and time.
#pragma once

#include <string>

namespace mcp::util {

class LateLibrary {
public:
    /// Loads `name`; it stays as long as the process, as what it keeps for its threads does. Throws
    /// std::runtime_error when it is not found, with the package of Debian's that has it.
    LateLibrary(std::string name, const std::string& package);

    /// Throws std::runtime_error when the library, with those that it needs, has no such function.
    template <class Function>
    void find(const char* function_name, Function& function) const {
        function = reinterpret_cast<Function>(address(function_name));
    }

private:
    void* address(const char* function_name) const;

    std::string name_;
    void* handle_;
};

}  // namespace mcp::util
