// `npm start`, from a fresh clone: installs, builds if sources changed, then runs the server.
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

// Makes glibc return the memory of images, in blocks of several megabytes, to the system.
const memorySettings = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "1000000",
  MALLOC_TRIM_THRESHOLD_: "1000000",
};

runInForeground(node, "src/app/server/main.ts", {
  environment: { ...memorySettings, ...process.env },
});
