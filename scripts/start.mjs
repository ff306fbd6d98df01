// Starts the product from a fresh clone: installs, builds what is stale, then runs the server until told to stop.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { installedNode, installPackages, repository } from "./installed.mjs";

installPackages();
const node = installedNode();

const prepared = spawnSync(node, [join(repository, "scripts", "prepare.ts")], {
  cwd: repository,
  stdio: ["ignore", "inherit", "inherit"],
});
if (prepared.status !== 0) process.exit(prepared.status ?? 1);

// Linux gives memory back to the system only where it is told to: pictures come in pieces of several megabytes.
const memorySettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "1000000",
  MALLOC_TRIM_THRESHOLD_: "1000000",
};

// A process group of its own: a terminal's Ctrl-C then reaches the server once, through us, and not twice.
const server = spawn(
  node,
  [
    "--disable-warning=ExperimentalWarning",
    "--import",
    join(repository, "scripts", "end-with-parent.mjs"),
    join(repository, "src", "server", "main.ts"),
  ],
  {
    cwd: repository,
    env: { ...memorySettings, ...process.env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  },
);

let lastSignalAt = -Infinity;
function pass(signal) {
  // npm repeats a signal that the terminal has already sent to us.
  if (performance.now() - lastSignalAt < 500) return;
  lastSignalAt = performance.now();
  server.kill(signal);
}
process.on("SIGINT", () => pass("SIGINT"));
process.on("SIGTERM", () => pass("SIGTERM"));
process.on("SIGHUP", () => pass("SIGTERM"));

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

// npm killed outright sends nothing; then we belong to another parent, and nobody could stop the server any more.
if (process.env["npm_lifecycle_event"] !== undefined) {
  const ancestryAtStart = ancestry();
  setInterval(() => {
    if (ancestry() !== ancestryAtStart) pass("SIGTERM");
  }, 500).unref();
}

server.on("error", (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
server.on("exit", (code, signal) => {
  process.exit(code ?? 128 + constants.signals[signal]);
});
