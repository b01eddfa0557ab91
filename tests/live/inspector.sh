#!/bin/sh
# The official Inspector's command line against a server on stdio, once per era. Every call starts
# the server anew. Not for details of answers: the client scripts look at those.
#
#   inspector.sh [--peers DIR] [--era legacy|modern] -- server command...
set -u
here=$(cd "$(dirname "$0")" && pwd)
peers=${MCPGEN_LIVE_DIR:-$here/../../build/live}
eras="legacy modern"
while [ $# -gt 0 ]; do
    case $1 in
        --peers) peers=$2; shift 2 ;;
        --era) eras=$2; shift 2 ;;
        --) shift; break ;;
        *) echo "inspector.sh: unknown option $1" >&2; exit 2 ;;
    esac
done
[ $# -gt 0 ] || { echo "inspector.sh: a server command is needed after --" >&2; exit 2; }
cli=$peers/node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js
if [ ! -f "$cli" ]; then echo "NOT RUN: $cli is not there: run tests/live/setup"; exit 77; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The Inspector takes no "--" and no option of the server's: the command is put into a file.
{ printf '#!/bin/sh\nexec'; for word in "$@"; do printf " '%s'" "$(printf %s "$word" | sed "s/'/'\\\\''/g")"; done; echo; } > "$work/server"
chmod +x "$work/server"
passed=0
failed=0

# says <name> <expression over `it`> <status> <argument>...: the Inspector ends with that status and
# the expression holds for the JSON that it prints.
says() {
    name=$1 expression=$2 wanted=$3
    shift 3
    HOME=$work node "$cli" "$work/server" --protocol-era "$era" "$@" > "$work/out" 2> "$work/err" < /dev/null
    status=$?
    [ "$wanted" = fails ] && [ $status -ne 0 ] && status=fails
    if [ "$status" = "$wanted" ] && node -e '
        const text = require("fs").readFileSync(process.argv[1], "utf8");
        const it = text.trim() === "" ? undefined : JSON.parse(text);
        process.exit(eval(process.argv[2]) ? 0 : 1)' "$work/out" "$expression" 2>> "$work/err"; then
        passed=$((passed + 1))
        echo "ok   $era: $name"
    else
        failed=$((failed + 1))
        echo "FAIL $era: $name (status $status)"
        head -c 600 "$work/out" "$work/err"
    fi
}

for era in $eras; do
    says "the tools are listed" 'it.tools.length >= 8 && it.tools.every((one) => one.inputSchema.type === "object")' 0 --method tools/list
    says "a tool is called" 'it.content[0].text === "This is a simple text response for testing."' 0 \
        --method tools/call --tool-name test_simple_text
    says "a tool gives several kinds of content" 'it.content.map((one) => one.type).join() === "text,image,resource"' 0 \
        --method tools/call --tool-name test_multiple_content_types
    says "a tool that fails is shown as failed" 'it === undefined || it.isError === true' fails \
        --method tools/call --tool-name test_error_handling
    says "an unknown tool is an error" true fails --method tools/call --tool-name no_such_tool
    says "the resources are listed" 'it.resources.some((one) => one.uri === "test://static-text")' 0 --method resources/list
    says "a resource is read" 'it.contents[0].text === "This is the content of the static text resource."' 0 \
        --method resources/read --uri test://static-text
    says "a missing resource is an error" true fails --method resources/read --uri test://no-such-resource
    says "the templates are listed" 'it.resourceTemplates.some((one) => one.uriTemplate === "test://template/{id}/data")' 0 \
        --method resources/templates/list
    says "the prompts are listed" 'it.prompts.some((one) => one.name === "test_simple_prompt")' 0 --method prompts/list
    says "a prompt is rendered" 'it.messages[0].content.text.includes("hello") && it.messages[0].content.text.includes("world")' 0 \
        --method prompts/get --prompt-name test_prompt_with_arguments --prompt-args arg1=hello arg2=world
done
era=legacy
case $eras in *legacy*) says "the level of the log is set" true 0 --method logging/setLevel --log-level debug ;; esac
echo "$passed checks passed, $failed failed"
[ $failed -eq 0 ]
