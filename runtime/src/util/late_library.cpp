// The system's loader.
#include "util/late_library.hpp"

#include <dlfcn.h>

#include <stdexcept>
#include <utility>

namespace mcp::util {

LateLibrary::LateLibrary(std::string name, const std::string& package)
    : name_(std::move(name)), handle_(::dlopen(name_.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) {
        throw std::runtime_error(name_ + " was not found: install OpenSSL (Debian: " + package +
                                 ')');
    }
}

void* LateLibrary::address(const char* function_name) const {
    void* const found = ::dlsym(handle_, function_name);
    if (found == nullptr) throw std::runtime_error(name_ + " lacks " + function_name);
    return found;
}

}  // namespace mcp::util
