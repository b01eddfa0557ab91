// For clients that run a language model for a server: choosing the model, and whether the messages
// of a request make sense. Running a model is the program's business.
#pragma once

#include <mcp/types.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mcp {

/// The first of `models` that a hint is a part of; hints are tried in order. Nothing when none
/// fits: then the priorities may decide.
std::optional<std::string> pick_model(const ModelPreferences& preferences,
                                      const std::vector<std::string>& models);

/// Why the messages of a request are refused: results of tools mixed with other content, or uses of
/// tools without results. Nothing when they are in order.
std::optional<std::string> messages_violation(const CreateMessageRequestParams& params);

}  // namespace mcp
