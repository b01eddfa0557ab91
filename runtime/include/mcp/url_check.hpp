// What a user should know of a web page before agreeing to open it. Only looks at the text: nothing
// is resolved or fetched. Show the whole address and the host; open it outside of the program,
// where neither the program nor a language model sees the page; and make no address in other texts
// of a server clickable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcp {

struct UrlCheck {
    bool valid = false;  ///< an http or https address with a host; do not open others
    std::string scheme{};
    std::string host{};     ///< to be shown apart from the rest: lower case, without user and port
    bool punycode = false;  ///< the host is written in letters that only look like others
    std::vector<std::string> warnings{};  ///< sentences for the user
};

UrlCheck check_url(std::string_view url);

}  // namespace mcp
