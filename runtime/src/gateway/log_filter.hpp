// Takes log messages out of what a server says, before anything that comes after them: in front
// they belong to a call, which may end with the next message.
#pragma once

#include "gateway/notice_filter.hpp"

#include <mcp/codec.hpp>
#include <mcp/types.hpp>

#include <functional>
#include <utility>

namespace mcp::gateway {

class LogFilter : public NoticeFilter {
public:
    using HeardLog = std::function<void(const LoggingMessageNotificationParams&)>;
    explicit LogFilter(HeardLog heard)
        : NoticeFilter("notifications/message", [heard = std::move(heard)](JsonView params) {
              // The same in every revision but for `_meta`.
              const auto read =
                  decode<LoggingMessageNotificationParams>(params.text(), r2025_11_25);
              if (read) heard(*read);
          }) {}
};

}  // namespace mcp::gateway
