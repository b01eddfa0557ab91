// The compiler, told in order:
//
//   inputs --read--> SchemaFile per revision --resolve--> checkpoint: all front-end errors together
//          --build--> Model per revision --passes--> checkpoint
//          --merge--> one Model --passes--> checkpoint
//          --emit--> FileSet
//
// An extension takes the same way, with the protocol's model as its base.
#include <generator/pipeline.hpp>

#include <generator/emit/emit.hpp>
#include <generator/model/build.hpp>
#include <generator/passes/apply_overrides.hpp>
#include <generator/passes/base_copies.hpp>
#include <generator/passes/classify.hpp>
#include <generator/passes/decide.hpp>
#include <generator/passes/hoist.hpp>
#include <generator/passes/intersections.hpp>
#include <generator/passes/merge.hpp>
#include <generator/passes/methods.hpp>
#include <generator/passes/names.hpp>
#include <generator/passes/nulls.hpp>
#include <generator/passes/order.hpp>
#include <generator/passes/unions.hpp>
#include <generator/passes/verify.hpp>
#include <generator/pipeline_stages.hpp>
#include <generator/schema/read.hpp>
#include <generator/schema/resolve.hpp>
#include <generator/support/builtin.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace mcpgen {
namespace {

constexpr std::size_t max_revisions = 32;

/// Fills in the built-in files where the user named none.
std::optional<Inputs> with_builtins(Inputs inputs, Diagnostics& diagnostics) {
    if (!inputs.schemas.empty()) return inputs;
    const std::optional<Builtin> builtin = find_builtin(diagnostics);
    if (!builtin) return std::nullopt;
    inputs.schemas = builtin->schemas;
    if (inputs.extensions.empty()) inputs.extensions = builtin->extensions;
    if (inputs.overrides.empty()) inputs.overrides = builtin->overrides;
    return inputs;
}

std::vector<std::string> revisions_of(const std::vector<SchemaFile>& files) {
    std::vector<std::string> out;
    out.reserve(files.size());
    for (const SchemaFile& file : files) out.push_back(file.revision);
    return out;
}

/// The revision that an extension builds on, the newest when it names none; null when it is not
/// there.
const SchemaFile* extended_by(const SchemaFile& extension, const std::vector<SchemaFile>& schemas) {
    if (extension.revision.empty()) return schemas.empty() ? nullptr : &schemas.back();
    const auto found = std::find_if(schemas.begin(), schemas.end(), [&](const SchemaFile& file) {
        return file.revision == extension.revision;
    });
    return found == schemas.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Sources> read_sources(const Inputs& given, Diagnostics& diagnostics) {
    const std::optional<Inputs> inputs = with_builtins(given, diagnostics);
    if (!inputs) return std::nullopt;
    Sources sources;
    for (const std::string& input : inputs->schemas) {
        sources.read.push_back(path_of(input));
        if (auto file = read_schema(input, false, diagnostics))
            sources.schemas.push_back(*std::move(file));
    }
    for (const std::string& input : inputs->extensions) {
        sources.read.push_back(path_of(input));
        if (auto file = read_schema(input, true, diagnostics))
            sources.extensions.push_back(*std::move(file));
    }
    if (!inputs->overrides.empty()) {
        sources.read.push_back(inputs->overrides);
        sources.overrides = read_document(inputs->overrides, diagnostics);
    }
    std::stable_sort(
        sources.schemas.begin(), sources.schemas.end(),
        [](const SchemaFile& a, const SchemaFile& b) { return a.revision < b.revision; });
    if (sources.schemas.size() > max_revisions) {
        diagnostics.error({sources.schemas.back().file, "", 0, 0}, messages::too_many_revisions());
    }
    for (std::size_t i = 0; i < sources.schemas.size(); ++i) {
        const SchemaFile& file = sources.schemas[i];
        if (i > 0 && !file.revision.empty() && file.revision == sources.schemas[i - 1].revision) {
            diagnostics.error(
                {file.file, "", 0, 0},
                messages::duplicate_revision(file.revision, sources.schemas[i - 1].file));
        }
        resolve(file, nullptr, diagnostics);
    }
    for (const SchemaFile& file : sources.extensions) {
        for (const SchemaFile& other : sources.extensions) {
            if (&other == &file) break;
            if (file.space.empty() || other.space != file.space) continue;
            diagnostics.error({file.file, "", 0, 0},
                              messages::duplicate_extension(file.space, other.file));
            break;
        }
        resolve(file, extended_by(file, sources.schemas), diagnostics);
    }
    if (diagnostics.failed()) return std::nullopt;
    return sources;
}

Model model_of(const SchemaFile& file, const std::vector<std::string>& revisions, std::size_t index,
               const Model* base, Overrides& overrides, Diagnostics& diagnostics,
               const StageHook& hook) {
    Model model = build(file, revisions, index, diagnostics);
    model.base = base;
    hook("build", model);
    apply_overrides(model, overrides, diagnostics);
    hook("overrides", model);
    merge_intersections(model, diagnostics);
    hook("intersections", model);
    drop_base_copies(model, index);
    fold_nulls(model);
    hook("nulls", model);
    simplify_unions(model);
    hook("unions", model);
    extract_methods(model, overrides, diagnostics);
    hook("methods", model);
    hoist(model, diagnostics);
    hook("hoist", model);
    return model;
}

void finish(Model& model, Overrides& overrides, Diagnostics& diagnostics, const StageHook& hook) {
    apply_decisions(model, overrides, diagnostics);
    classify_unions(model, overrides, diagnostics);
    hook("classify", model);
    break_cycles(model);
    order(model, overrides.member_order());
    hook("order", model);
    assign_names(model, overrides, diagnostics);
    overrides.report_unused(diagnostics);
    verify(model, diagnostics);
    hook("names", model);
}

std::optional<Models> compile(Sources sources, Diagnostics& diagnostics, const StageHook& hook) {
    const std::vector<std::string> revisions = revisions_of(sources.schemas);
    const auto overrides_for = [&](const std::string& space) {
        return sources.overrides
                   ? Overrides::read(*sources.overrides, revisions, space, diagnostics)
                   : Overrides();
    };

    Models out;
    Overrides overrides = overrides_for("");
    std::vector<Model> models;
    for (std::size_t i = 0; i < sources.schemas.size(); ++i) {
        models.push_back(
            model_of(sources.schemas[i], revisions, i, nullptr, overrides, diagnostics, hook));
        sources.schemas[i] = {};
    }
    if (diagnostics.failed()) return std::nullopt;
    out.protocol = std::make_unique<Model>(merge(std::move(models), diagnostics));
    hook("merge", *out.protocol);
    if (diagnostics.failed()) return std::nullopt;
    finish(*out.protocol, overrides, diagnostics, hook);
    if (diagnostics.failed()) return std::nullopt;

    for (const SchemaFile& file : sources.extensions) {
        const std::string revision = file.revision.empty() ? revisions.back() : file.revision;
        const auto found = std::find(revisions.begin(), revisions.end(), revision);
        if (found == revisions.end()) {
            diagnostics.error({file.file, "", 0, 0}, messages::unknown_base_revision(revision));
            continue;
        }
        Overrides own = overrides_for(file.space);
        const auto index = static_cast<std::size_t>(found - revisions.begin());
        std::vector<Model> one;
        one.push_back(model_of(file, revisions, index, out.protocol.get(), own, diagnostics, hook));
        if (diagnostics.failed()) continue;
        out.extensions.push_back(std::make_unique<Model>(merge(std::move(one), diagnostics)));
        if (!own.extension().empty()) out.extensions.back()->extension = own.extension();
        if (!diagnostics.failed()) finish(*out.extensions.back(), own, diagnostics, hook);
    }
    if (diagnostics.failed()) return std::nullopt;
    return out;
}

std::optional<Generation> generate(const Inputs& inputs, Diagnostics& diagnostics,
                                   const Progress& progress) {
    const auto tell = [&](std::string_view stage) {
        if (progress) progress(stage);
    };
    tell("reading schemas");
    std::optional<Sources> sources = read_sources(inputs, diagnostics);
    if (!sources) return std::nullopt;
    Generation generation;
    generation.dependencies = std::move(sources->read);
    tell("building the model");
    const std::optional<Models> models =
        compile(*std::move(sources), diagnostics, [](std::string_view, const Model&) {});
    if (!models) return std::nullopt;

    tell("writing code");
    EmitOptions options;
    options.name_space = inputs.name_space;
    for (const std::string& path : generation.dependencies) {
        options.sources.push_back(std::filesystem::path(path).filename().string());
    }
    // The protocol last: its manifest lists everything.
    for (const auto& extension : models->extensions) emit(*extension, options, generation.files);
    emit(*models->protocol, options, generation.files);
    return generation;
}

std::vector<std::string_view> stage_names() {
    return {"schema",  "build", "overrides", "intersections", "nulls", "unions",
            "methods", "hoist", "merge",     "classify",      "order", "names"};
}

std::optional<std::string> dump(const Inputs& inputs, std::string_view stage,
                                Diagnostics& diagnostics) {
    std::optional<Sources> sources = read_sources(inputs, diagnostics);
    if (!sources) return std::nullopt;
    std::string out;
    if (stage == "schema") {
        for (const SchemaFile& file : sources->schemas) out += to_text(file);
        for (const SchemaFile& file : sources->extensions) out += to_text(file);
        return out;
    }
    const std::string_view wanted = stage.empty() ? "names" : stage;
    compile(*std::move(sources), diagnostics, [&](std::string_view name, const Model& model) {
        if (name == wanted) out += to_text(model);
    });
    return out;
}

}  // namespace mcpgen
