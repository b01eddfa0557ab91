#include "auth/server/issuer_keys.hpp"

#include "auth/metadata.hpp"
#include "auth/worker.hpp"

#include <stdexcept>
#include <system_error>
#include <utility>

namespace mcp::auth {

using Verdict = jose::KeySet::Verdict;

namespace {

/// Computes tables of all issuers' keys, one after the other. Never destroyed: other threads may
/// come here while the program ends.
Worker& table_worker() {
    static Worker* const worker = new Worker;
    // Whoever has keys has started libcrypto before: so this comes before its end.
    static const struct Ending {
        ~Ending() { worker->stop(); }
    } ending;
    return *worker;
}

IssuerKeys::Answer answer_for(Verdict verdict) {
    switch (verdict) {
        case Verdict::good: return {true, false, {}};
        case Verdict::bad: return {false, false, "the signature is not the issuer's"};
        case Verdict::unknown_key: break;
    }
    return {false, false, "the issuer has no such key"};
}

}  // namespace

IssuerKeys::IssuerKeys(const JwtIssuer& issuer, const JwtVerifierOptions& options,
                       MakeFetcher fetcher, Clock clock)
    : issuer_(issuer.issuer),
      metadata_(server_metadata_urls(issuer.issuer)),
      refresh_(options.refresh_keys),
      keep_(options.keep_keys),
      pause_(options.pause),
      max_waiting_(options.max_waiting),
      documents_(std::move(fetcher), options.max_document, options.timeout),
      clock_(std::move(clock)),
      keys_at_(issuer.jwks_uri) {
    safe_url(issuer_, "issuer");
    if (!keys_at_.empty()) safe_url(keys_at_, "jwks_uri");
}

void IssuerKeys::check(const jose::Jws& jws, std::function<void(Answer)> done) {
    Lock lock(mutex_);
    const Time now = clock_();
    const auto may_try = [&] { return !fetching_ && (!tried_at_ || now - *tried_at_ >= pause_); };
    if (keys_ && now - fetched_at_ > keep_) keys_ = nullptr;
    if (const Keys keys = keys_) {
        const bool is_old = now - fetched_at_ >= refresh_;
        lock.unlock();
        // Without the lock: others check at the same time.
        const Verdict verdict = keys->verify(jws);
        // Keys without names may have been replaced by others without names.
        const bool may_be_new =
            verdict == Verdict::unknown_key || (verdict == Verdict::bad && jws.key_id().empty());
        lock.lock();
        if (!may_be_new || (!may_try() && !fetching_)) {
            if (is_old && may_try()) fetch(lock);
            lock.unlock();
            return done(answer_for(verdict));
        }
    } else if (!may_try() && !fetching_) {
        std::string why = "the issuer's keys are not there: " + failure_;
        lock.unlock();
        return done({false, true, std::move(why)});
    }
    if (waiting_.size() >= max_waiting_) {
        lock.unlock();
        return done({false, true, "too many tokens wait for the issuer's keys"});
    }
    waiting_.push_back([this, &jws, done = std::move(done)] {
        Keys keys;
        std::string failure;
        {
            const std::lock_guard held(mutex_);
            keys = keys_;
            failure = failure_;
        }
        if (keys) return done(answer_for(keys->verify(jws)));
        done({false, true, "the issuer's keys are not there: " + failure});
    });
    if (!fetching_) fetch(lock);
}

void IssuerKeys::fetch(Lock& lock) {
    fetching_ = true;
    tried_at_ = clock_();
    const std::string known = keys_at_;
    lock.unlock();
    if (known.empty()) {
        read_metadata(0);
    } else {
        read_keys(known);
    }
    lock.lock();
}

void IssuerKeys::read_metadata(std::size_t which) {
    documents_.get({.url = metadata_[which]}, [self = shared_from_this(),
                                               which](Document document) {
        if (!document) {
            if (which + 1 < self->metadata_.size()) return self->read_metadata(which + 1);
            return self->fetched(Unexpected(NoDocument{"metadata: " + document.error().message}));
        }
        // Whoever answers must be who was asked, or another issuer's keys would count.
        if ((*document)["issuer"].as_string() != self->issuer_)
            return self->fetched(Unexpected(NoDocument{"metadata: it is that of another issuer"}));
        const auto address = (*document)["jwks_uri"].as_string().value_or("");
        try {
            safe_url(address, "jwks_uri");
        } catch (const std::invalid_argument&) {
            return self->fetched(Unexpected(NoDocument{"metadata: no safe jwks_uri"}));
        }
        self->read_keys(address);
    });
}

void IssuerKeys::read_keys(const std::string& address) {
    documents_.get({.url = address}, [self = shared_from_this()](Document document) {
        if (!document) document = Unexpected(NoDocument{"keys: " + document.error().message});
        self->fetched(std::move(document));
    });
}

void IssuerKeys::fetched(Document document) {
    std::string failure;
    Keys fresh;
    if (!document) {
        failure = document.error().message;
    } else if (auto keys = jose::KeySet::parse(document->text()); !keys) {
        failure = "keys: " + keys.error().message;
    } else {
        fresh = std::make_shared<const jose::KeySet>(std::move(*keys));
    }
    std::vector<std::function<void()>> waiting;
    Keys before;
    {
        const std::lock_guard lock(mutex_);
        fetching_ = false;
        failure_ = failure;
        if (fresh) {
            before = std::exchange(keys_, fresh);
            fetched_at_ = clock_();
        }
        waiting = std::exchange(waiting_, {});
    }
    for (const auto& each : waiting) each();
    if (fresh) prepare(fresh, before);
}

void IssuerKeys::prepare(const Keys& fresh, const Keys& before) {
    if (fresh->keys.empty()) return;
    try {
        table_worker().add([weak = weak_from_this(), fresh, before](const std::stop_token& stop) {
            if (weak.expired()) return;
            try {
                auto prepared = std::make_shared<const jose::KeySet>(
                    fresh->prepared(before ? *before : jose::KeySet{}, stop));
                if (const auto self = weak.lock()) self->replace(fresh, std::move(prepared));
            } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): without tables, then
            }
        });
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): without a thread, too
    }
}

void IssuerKeys::replace(const Keys& old, Keys prepared) {
    const std::lock_guard lock(mutex_);
    if (keys_ == old) keys_ = std::move(prepared);
}

IssuerKeys::Keys IssuerKeys::keys() const {
    const std::lock_guard lock(mutex_);
    return keys_;
}

}  // namespace mcp::auth
