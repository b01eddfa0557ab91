// Opt-in: Json to and from boost::json::value, for programs that use Boost.JSON anyway. Such a
// program links Boost.JSON, or includes <boost/json/src.hpp> in one of its files; the runtime
// itself does not need it.
#pragma once

#include <mcp/json.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <string>

namespace mcp {

/// Levels of nesting that are converted; a boost::json::value is destroyed recursively.
inline constexpr std::size_t max_boost_depth = 1000;

/// The same value as a tree. Integers beyond 64 bits become doubles. Fails only for more nesting
/// than `max_boost_depth`.
inline Result<boost::json::value, CodecError> to_boost(JsonView json) {
    boost::json::parse_options options;
    options.max_depth = max_boost_depth;
    boost::json::error_code error;
    const std::string_view text = json.text();
    auto value =
        boost::json::parse(boost::json::string_view(text.data(), text.size()), error, {}, options);
    if (error)
        return Unexpected(CodecError{{}, "a value that Boost.JSON can hold", error.message()});
    return Result<boost::json::value, CodecError>(std::in_place, std::move(value));
}

/// The same value as text. Fails for strings that are not UTF-8 and for more nesting than
/// `max_boost_depth`.
inline Result<Json, CodecError> from_boost(const boost::json::value& value) {
    const std::string text = boost::json::serialize(value);
    return Json::parse(text, {text.size(), max_boost_depth});
}

}  // namespace mcp
