// Lists, page by page. Unlike `Client::tools` this never holds more than the limits allow, and
// keeps what came before them.
#include "host/fetch_lists.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace mcp::host {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class ListFetch {
public:
    ListFetch(Client& client, const std::string& server, const CatalogueLimits& limits,
              const std::stop_token& stop)
        : client_(client),
          server_(server),
          limits_(limits),
          stop_(stop),
          until_(Clock::now() + limits.list_timeout),
          modern_(client.connected() && client.connected()->era == Era::modern) {}

    template <class M, class Item>
    Answer<void> fetch(std::vector<Item>& items, std::vector<Item> M::Result::*member) {
        auto failure = try_fetch<M>(items, member);
        if (stale_cursor_) {  // the list has changed meanwhile: begin again, once
            client_.forget_answers();
            failure = try_fetch<M>(items, member);
        }
        if (!failure) return {};
        // A server without the feature has nothing to list.
        const bool lacks =
            failure->failure == Failure::not_negotiated ||
            (failure->failure == Failure::peer && failure->code == error_code::method_not_found);
        if (lacks) return {};
        std::string text = std::string(M::name) + ": " + failure->message;
        if (failure->failure == Failure::peer || failure->failure == Failure::invalid_response) {
            note(std::move(text));
            complete = false;
            return {};
        }
        return Unexpected(RpcError(failure->failure, std::move(text)));
    }

    bool complete = true;
    std::vector<CatalogueNote> notes{};
    std::optional<milliseconds> good_for{};

private:
    template <class M, class Item>
    std::optional<RpcError> try_fetch(std::vector<Item>& items,
                                      std::vector<Item> M::Result::*member) {
        items.clear();
        stale_cursor_ = false;
        std::set<std::string> seen;
        std::optional<std::string> cursor;
        std::size_t bytes = 0;
        while (true) {
            typename M::Params params;
            params.cursor = cursor;
            auto page = client_.call<M>(std::move(params), options());
            if (!page) {
                stale_cursor_ = cursor && page.error().failure == Failure::peer &&
                                page.error().code == error_code::invalid_params;
                return std::move(page).error();
            }
            keep_time(page->ttlMs);
            if (!take(M::name, (*page).*member, items, bytes) || !page->nextCursor) return {};
            cursor = std::move(page->nextCursor);
            if (!seen.insert(*cursor).second || seen.size() >= limits_.max_pages) {
                note(std::string(M::name) + ": the list does not end; the rest is left out");
                return {};
            }
        }
    }

    /// False when there is no room for more.
    template <class Item>
    bool take(std::string_view method, std::vector<Item>& page, std::vector<Item>& items,
              std::size_t& bytes) {
        for (Item& item : page) {
            const auto text = encode(item, latest_revision);
            const std::size_t size = text ? text->size() : limits_.max_item + 1;
            if (size > limits_.max_item) {
                note(std::string(method) + ": " + Json(item.name.substr(0, 100)).dump() +
                     " is left out: it is larger than " + std::to_string(limits_.max_item) +
                     " bytes");
                continue;
            }
            bytes += size;
            if (items.size() >= limits_.max_items || bytes > limits_.max_bytes) {
                note(std::string(method) + ": more than " +
                     (bytes > limits_.max_bytes ? std::to_string(limits_.max_bytes) + " bytes"
                                                : std::to_string(limits_.max_items) + " items") +
                     "; the rest is left out");
                return false;
            }
            items.push_back(std::move(item));
        }
        return true;
    }

    CallOptions options() const {
        const auto left = std::chrono::duration_cast<milliseconds>(until_ - Clock::now());
        CallOptions options;
        options.max_total = std::clamp(left, milliseconds(1), limits_.page_timeout);
        options.timeout = options.max_total;
        options.stop = stop_;
        return options;
    }
    void keep_time(std::int64_t ttl) {
        if (!modern_) return;
        const milliseconds time(std::clamp<std::int64_t>(ttl, 0, 24 * 60 * 60 * 1000));
        good_for = good_for ? std::min(*good_for, time) : time;
    }
    void note(std::string what) {
        constexpr std::size_t most = 100;
        if (notes.size() < most) notes.push_back({server_, std::move(what)});
    }

    Client& client_;
    const std::string& server_;
    const CatalogueLimits& limits_;
    const std::stop_token& stop_;
    const Clock::time_point until_;
    const bool modern_;
    bool stale_cursor_ = false;
};

}  // namespace

Answer<FetchedLists> fetch_lists(Client& client, const std::string& server,
                                 const CatalogueLimits& limits, const std::stop_token& stop) {
    ListFetch fetch(client, server, limits, stop);
    FetchedLists all;
    ServerLists& lists = all.lists;
    auto done = fetch.fetch<ListTools>(lists.tools, &ListToolsResult::tools);
    if (done) done = fetch.fetch<ListPrompts>(lists.prompts, &ListPromptsResult::prompts);
    if (done) done = fetch.fetch<ListResources>(lists.resources, &ListResourcesResult::resources);
    if (done) {
        done = fetch.fetch<ListResourceTemplates>(lists.templates,
                                                  &ListResourceTemplatesResult::resourceTemplates);
    }
    if (!done) return Unexpected(std::move(done).error());
    lists.notes = std::move(fetch.notes);
    all.good_for = fetch.good_for;
    all.complete = fetch.complete;
    return all;
}

}  // namespace mcp::host
