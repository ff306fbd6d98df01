// Runs a program in the foreground: forwards each signal once, and stops it when this process ends.
// Plain JavaScript for Node 20, without imports from node_modules: it runs before anything is installed.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { repository } from "./installed.mjs";

/** The ids of the parent process and, on Linux, its parent. */
function ancestry() {
  let grandparent = "";
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, "utf8");
    grandparent = /^PPid:\t(\d+)$/m.exec(status)?.[1] ?? "";
  } catch {
    // Only Linux has /proc; elsewhere npm's shell is replaced by this process and npm is its parent.
  }
  return `${process.ppid} ${grandparent}`;
}

/** Runs `file`, a path in the repository, with `node`; this process ends with its exit code. */
export function runInForeground(node, file, { environment = process.env } = {}) {
  // Its own process group: otherwise Ctrl-C in a terminal would reach the program twice.
  const program = spawn(
    node,
    [
      "--disable-warning=ExperimentalWarning",
      "--import",
      join(repository, "scripts", "end-with-parent.mjs"),
      join(repository, file),
    ],
    {
      cwd: repository,
      env: environment,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      detached: true,
    },
  );

  let lastSignalAt = -Infinity;
  function forward(signal) {
    // npm repeats a signal that the terminal has already sent to us.
    if (performance.now() - lastSignalAt < 500) return;
    lastSignalAt = performance.now();
    program.kill(signal);
  }
  process.on("SIGINT", () => forward("SIGINT"));
  process.on("SIGTERM", () => forward("SIGTERM"));
  process.on("SIGHUP", () => forward("SIGTERM"));

  // A killed npm sends no signal; the parent process then changes.
  if (process.env["npm_lifecycle_event"] !== undefined) {
    const ancestryAtStart = ancestry();
    setInterval(() => {
      if (ancestry() !== ancestryAtStart) forward("SIGTERM");
    }, 500).unref();
  }

  program.on("error", (error) => {
    console.error(`${file} could not be started: ${error.message}`);
    process.exit(1);
  });
  program.on("exit", (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}
