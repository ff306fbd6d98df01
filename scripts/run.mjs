// Runs a tool of the repository with the installed Node, from a fresh clone: `node scripts/run.mjs oxlint`.
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { installedNode, installPackages, repository } from "./installed.mjs";

installPackages();
const node = installedNode();

const [tool = "", ...args] = process.argv.slice(2);
const folders = [dirname(node), join(repository, "node_modules", ".bin"), process.env["PATH"]];
const run = spawnSync(tool, args, {
  cwd: repository,
  stdio: "inherit",
  env: { ...process.env, PATH: folders.join(delimiter) },
});
if (run.error) console.error(`${tool} could not be started: ${run.error.message}`);
process.exit(run.status ?? 1);
