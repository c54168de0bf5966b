#!/usr/bin/env node
// Runs the program from the package of this platform.

const { spawnSync } = require("node:child_process");

const name = `@kawaraban/${process.platform}-${process.arch}`;
const program = process.platform === "win32" ? "kawaraban.exe" : "kawaraban";

let path;
try {
  path = require.resolve(`${name}/bin/${program}`);
} catch {
  console.error(`kawaraban: the package ${name} is not installed`);
  console.error("    hint: install kawaraban without --omit=optional; other platforms need Go: go install github.com/kawaraban/kawaraban/cmd/kawaraban@latest");
  process.exit(3);
}

// Ctrl-C reaches both processes. The program decides when to end.
process.on("SIGINT", () => {});
const { status, signal, error } = spawnSync(path, process.argv.slice(2), { stdio: "inherit", env: { ...process.env, KAWARABAN_COMMAND: "npx kawaraban" } });
if (error) {
  console.error(`kawaraban: ${error.message}`);
  process.exit(3);
}
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 3);
