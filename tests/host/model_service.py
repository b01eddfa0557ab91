#!/usr/bin/env python3
"""examples/model against a service that only pretends to have a model: what it is sent, what comes
of its answers, and of every way in which a service fails.

    model_service.py MODEL WEATHER     (the programs of the two examples)
"""
import json
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

MODEL, WEATHER = sys.argv[1:3]
KEY = "sk-very-secret"
failures = []
count = 0


def check(holds, what, shown=""):
    global count
    count += 1
    if not holds:
        failures.append(what)
        print(f"FAIL  {what}\n{shown}")


def message(**members):
    return {"choices": [{"message": {"role": "assistant", **members}}]}


def rounds(asked):
    """Wants the weather, then repeats what it was told."""
    last = asked["messages"][-1]
    if last["role"] == "tool":
        return message(content=f"I was told: {last['content']}")
    call = {"name": "weather__forecast", "arguments": json.dumps({"city": "Oslo", "days": 2})}
    return message(content=None, tool_calls=[{"id": "c1", "type": "function", "function": call}])


class Service(BaseHTTPRequestHandler):
    """The first part of the path says how it behaves."""

    protocol_version = "HTTP/1.1"
    requests = []

    def log_message(self, *args):
        pass

    def reply(self, status, body, **headers):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.requests.append((self.path, dict(self.headers), asked))
        way = self.path.split("/")[1]
        tries = len(self.requests)
        try:
            if way == "wrong-key":
                self.reply(401, {"error": {"message": f"Incorrect API key provided: {KEY}"}})
            elif way == "busy-once" and tries == 1:
                self.reply(429, {"error": {"message": "slow down"}}, Retry_After="1")
            elif way == "busy-long":
                self.reply(429, {"error": {"message": "quota exceeded"}}, Retry_After="3600")
            elif way == "busy-always":
                self.reply(503, b"overloaded\x1b[31m", Retry_After="0")
            elif way == "garbage":
                self.reply(200, b"<html>hello</html>")
            elif way == "no-choices":
                self.reply(200, {"object": "chat.completion", "choices": []})
            elif way == "error-in-200":
                self.reply(200, {"error": {"message": "no such model"}})
            elif way == "too-long":
                self.reply(200, b" " * (5 << 20))
            elif way == "stalled":
                time.sleep(30)
            elif way == "cut-off":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
                self.close_connection = True
            elif way == "away":
                self.reply(307, b"", Location="/rounds/v1/chat/completions")
            elif way == "for-ever":
                asked["messages"].append({"role": "user"})
                self.reply(200, rounds(asked))
            else:
                self.reply(200, rounds(asked))
        except OSError:
            pass  # the program has gone, as it should


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *args):
        pass  # connections break here: that is what is tried


def serve(context=None):
    server = Server(("127.0.0.1", 0), Service)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


folder = Path(tempfile.mkdtemp(prefix="mcp-model-"))
config = folder / "servers.json"
config.write_text(json.dumps({"mcpServers": {"weather": {"command": WEATHER}}}))


def run(url, *options, key=KEY, typed="", consent=False):
    Service.requests.clear()
    env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    env.pop("OPENAI_API_KEY", None)
    if key:
        env["MY_KEY"] = key
    command = [MODEL, "--url", url, "--model", "pretender", "--key-env", "MY_KEY", *options]
    done = subprocess.run(command + ([] if consent else ["--yes"]) + [str(config), "What will it be like?"],
                          input=typed, text=True, capture_output=True, env=env, timeout=60)
    check(KEY not in done.stdout + done.stderr, f"{url}: the key is not printed", done.stderr)
    return done


def test_rounds(base):
    done = run(base + "/rounds/v1/")
    check(done.returncode == 0, "a tool is called, and the answer printed", done.stderr)
    check('calls weather__forecast {"city":"Oslo","days":2}' in done.stdout, "the call is shown", done.stdout)
    check("I was told: Oslo: sunny for 2 days" in done.stdout, "the model gets the tool's result", done.stdout)
    check([path for path, _, _ in Service.requests] == ["/rounds/v1/chat/completions"] * 2, "two rounds")
    _, headers, first = Service.requests[0]
    check(headers.get("Authorization") == f"Bearer {KEY}", "the key is sent")
    check(first["model"] == "pretender" and first["messages"][-1]["content"] == "What will it be like?", "the question")
    tool = first["tools"][0]["function"]
    check(tool["name"] == "weather__forecast" and "city" in tool["parameters"]["properties"], "the tool is shown")
    answer = Service.requests[1][2]["messages"][-1]
    check(answer["role"] == "tool" and answer["tool_call_id"] == "c1", "the result names its call")

    run(base + "/rounds/v1", key=None)
    check("Authorization" not in Service.requests[0][1], "without a key none is sent")
    done = run(base + "/for-ever/v1")
    check(done.returncode == 1 and "too many rounds" in done.stderr and len(Service.requests) == 10, "rounds end",
          done.stderr)


def test_consent(base):
    done = run(base + "/rounds/v1", consent=True, typed="y\nn\n")
    check("Call the tool `forecast`" in done.stdout, "the user is asked", done.stdout)
    check("You refused it" in Service.requests[1][2]["messages"][-1]["content"], "a refusal is told to the model")
    check("sunny" not in done.stdout, "what was refused is not called", done.stdout)


def test_failures(base):
    for way, status, said in [
            ("wrong-key", 1, ["HTTP 401", "Incorrect API key provided: (the key)", "look at the key in MY_KEY"]),
            ("busy-long", 1, ["HTTP 429", "quota exceeded", "after 3600"]),
            ("busy-always", 1, ["HTTP 503", "overloaded\\u{001B}[31m"]),
            ("garbage", 1, ["no JSON"]),
            ("no-choices", 1, ["no `choices[0].message`"]),
            ("error-in-200", 1, ["the model's provider says: no such model"]),
            ("too-long", 1, ["sent more than 4194304 bytes"]),
            ("cut-off", 1, ["/cut-off/v1/chat/completions"]),
            ("away", 1, ["redirects"])]:
        done = run(f"{base}/{way}/v1")
        check(done.returncode == status, f"{way}: exit code {done.returncode}", done.stderr)
        for each in said:
            check(each in done.stderr, f"{way}: says {each!r}", done.stderr)
        tries = 4 if way == "busy-always" else 1
        check(len(Service.requests) == tries, f"{way}: asked {len(Service.requests)} times")

    done = run(base + "/busy-once/v1")
    check(done.returncode == 0 and len(Service.requests) == 3, "a busy service is asked again", done.stderr)
    begun = time.monotonic()
    done = run(base + "/stalled/v1", "--timeout", "1")
    check(done.returncode == 1 and time.monotonic() - begun < 20, "a stalled service is given up", done.stderr)
    check("/stalled/v1/chat/completions" in done.stderr, "and named", done.stderr)
    done = run("http://127.0.0.1:1/v1")
    check(done.returncode == 1 and "127.0.0.1:1" in done.stderr, "nobody is there", done.stderr)
    done = run("http://192.0.2.1/v1")
    check(done.returncode == 1 and "it has no TLS" in done.stderr, "no key goes to others without TLS", done.stderr)
    check(run(base, "--timeout", "soon").returncode == 2, "a wrong option")


def test_https():
    if not shutil.which("openssl"):
        print("HTTPS is not looked at: there is no openssl")
        return
    pem = folder / "own.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", str(pem) + ".key", "-out", str(pem), "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem, str(pem) + ".key")
    port = serve(context)
    done = run(f"https://localhost:{port}/rounds/v1", "--ca", str(pem))
    check(done.returncode == 0 and "sunny" in done.stdout, "HTTPS with a certificate that is trusted", done.stderr)
    done = run(f"https://localhost:{port}/rounds/v1")
    check(done.returncode == 1 and "certificate" in done.stderr, "HTTPS with one that is not", done.stderr)
    done = run(f"https://127.0.0.1:{port}/rounds/v1", "--ca", str(pem))
    check(done.returncode == 1 and "verify failed" in done.stderr, "HTTPS with one for another name", done.stderr)
    check(not Service.requests, "nothing is sent before the certificate is believed")


try:
    address = f"http://127.0.0.1:{serve()}"
    test_rounds(address)
    test_consent(address)
    test_failures(address)
    test_https()
finally:
    shutil.rmtree(folder)
print(f"{count} checks, {len(failures)} failed")
sys.exit(1 if failures or count < 50 else 0)
