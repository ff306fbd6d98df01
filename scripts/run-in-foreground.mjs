// Runs a program of ours in the terminal's place: hands signals on once, and never leaves it behind.
// Plain JavaScript for Node 20, without imports from node_modules: it runs before anything is installed.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { repository } from "./installed.mjs";

/** The processes that we descend from: our parent and, where the system tells it, the parent's parent. */
function ancestry() {
  let grandparent = "";
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, "utf8");
    grandparent = /^PPid:\t(\d+)$/m.exec(status)?.[1] ?? "";
  } catch {
    // Only Linux has /proc; elsewhere npm's shell hands its place to us and npm is our parent.
  }
  return `${process.ppid} ${grandparent}`;
}

/** Runs `file`, a path in the repository, with `node`; this process ends when it does, and as it did. */
export function runInForeground(node, file, { environment = process.env } = {}) {
  // A process group of its own: a terminal's Ctrl-C then reaches the program once, through us, and not twice.
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
  function pass(signal) {
    // npm repeats a signal that the terminal has already sent to us.
    if (performance.now() - lastSignalAt < 500) return;
    lastSignalAt = performance.now();
    program.kill(signal);
  }
  process.on("SIGINT", () => pass("SIGINT"));
  process.on("SIGTERM", () => pass("SIGTERM"));
  process.on("SIGHUP", () => pass("SIGTERM"));

  // npm killed outright sends nothing; then we belong to another parent, and nobody could stop the program any more.
  if (process.env["npm_lifecycle_event"] !== undefined) {
    const ancestryAtStart = ancestry();
    setInterval(() => {
      if (ancestry() !== ancestryAtStart) pass("SIGTERM");
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
