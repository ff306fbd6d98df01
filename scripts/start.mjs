// Starts the product from a fresh clone: installs, builds what is stale, then runs the server until told to stop.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installedNode, installPackages, repository } from "./installed.mjs";
import { runInForeground } from "./run-in-foreground.mjs";

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

runInForeground(node, "src/server/main.ts", {
  environment: { ...memorySettings, ...process.env },
});
