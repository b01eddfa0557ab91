// A session that answers from the envelope alone: what connections and threads cost, without any
// protocol. For the benchmark.
#include "rpc/envelope.hpp"
#include "run/connection.hpp"

#include <mcp/transport.hpp>

namespace {

class EnvelopeSession final : public mcp::run::Protocol {
public:
    EnvelopeSession(mcp::run::Connection& connection, mcp::run::Crew& crew)
        : connection_(connection), crew_(crew) {}

    void received(std::string_view text, bool oversize, const mcp::run::Moment&) override {
        if (oversize) return;
        mcp::rpc::EnvelopeReader reader;
        const auto message = reader.read(text);
        if (!message || message->kind != mcp::rpc::Envelope::Kind::request) return;
        const mcp::run::Crew::UserCode user(crew_);
        const std::string_view params = message->params ? message->params->text() : "";
        connection_.send(mcp::rpc::result_text(message->id, std::string(params)));
    }
    Time next_deadline() override { return Time::max(); }
    void deadline(Time) override {}
    void closed(const std::string&) override {}

private:
    mcp::run::Connection& connection_;
    mcp::run::Crew& crew_;
};

}  // namespace

int main() {
    mcp::run::Crew crew;
    mcp::run::Connection connection(mcp::stdio_transport(), crew);
    connection.run(std::make_shared<EnvelopeSession>(connection, crew));
}
