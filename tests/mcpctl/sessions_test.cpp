// Recordings: command lines, and what they print. See README.md for how they are written.
#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace fs = std::filesystem;
using mcpgen::test::TemporaryFolder;

namespace {

/// The folder in which commands run, with the programs on the path.
class Stage {
public:
    Stage() {
        fs::create_directories(folder_ / "bin");
        fs::create_directories(folder_ / "work");
        fs::create_symlink(MCPCTL_PROGRAM, folder_ / "bin/mcpctl");
        fs::create_symlink(MCPCTL_EVERYTHING, folder_ / "bin/everything");
        start_http();
    }
    ~Stage() { std::system(("kill $(cat '" + (folder_ / "pid").string() + "')").c_str()); }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    /// What the command prints on both streams, and its exit code when that is not 0.
    std::string run(const std::string& command) const {
        const std::string set = "cd '" + (folder_ / "work").string() + "' && PATH='" +
                                (folder_ / "bin").string() + "':$PATH URL='" + url_ +
                                "' HOME=/nonexistent && unset XDG_CONFIG_HOME NO_COLOR; export "
                                "PATH URL HOME; exec </dev/null >'" +
                                (folder_ / "out").string() + "' 2>&1; ";
        const int status = std::system((set + command).c_str());
        std::string out = folder_.get("out");
        for (std::size_t at = 0; (at = out.find(url_)) != std::string::npos;)
            out.replace(at, url_.size(), "$URL");
        if (!out.empty() && !out.ends_with('\n')) out += "⏎\n";
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        return out + (code == 0 ? "" : "[exit " + std::to_string(code) + "]\n");
    }

private:
    void start_http() {
        const std::string place = folder_.path().string();
        const std::string command = "'" + (folder_ / "bin/everything").string() +
                                    "' --http 127.0.0.1:0 >'" + place +
                                    "/url' 2>&1 </dev/null & echo $! >'" + place + "/pid'";
        REQUIRE(std::system(command.c_str()) == 0);
        for (int i = 0; i < 1000 && url_.empty(); ++i) {
            const std::string said = folder_.get("url");
            const auto begin = said.find("http://");
            const auto end = said.find('\n');
            if (begin != said.npos && end != said.npos) url_ = said.substr(begin, end - begin);
            if (url_.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        REQUIRE_FALSE(url_.empty());
    }

    TemporaryFolder folder_{};
    std::string url_{};
};

/// The file again, with what its commands print now.
std::string recorded(const Stage& stage, const fs::path& file) {
    std::ifstream in(file);
    std::string out;
    bool copies = true;  // what stands before the first command is a remark
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("$ ")) {
            copies = false;
            out += line + '\n' + stage.run(line.substr(2));
        } else if (copies) {
            out += line + '\n';
        }
    }
    return out;
}

}  // namespace

TEST_CASE("every recording is what mcpctl prints") {
    const Stage stage;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(MCPCTL_GOLDEN_DIR))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    CHECK(files.size() >= 8);
    const char* const wish = std::getenv("MCPGEN_APPROVE");
    for (const fs::path& file : files) {
        INFO(file.filename().string());
        const std::string now = recorded(stage, file);
        if (wish && std::string(wish) == "1") {
            std::ofstream(file) << now;
            continue;
        }
        std::ifstream in(file);
        CHECK(now == std::string(std::istreambuf_iterator<char>(in), {}));
    }
}
