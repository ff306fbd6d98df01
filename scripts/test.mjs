// `npm test`, from a fresh clone: installs what is missing, then runs test.ts.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { installedNode, installPackages, repository } from "./installed.mjs";

installPackages();
const node = installedNode();

const run = spawnSync(node, [join(repository, "scripts", "test.ts"), ...process.argv.slice(2)], {
  cwd: repository,
  stdio: "inherit",
  env: { ...process.env, PATH: `${dirname(node)}:${process.env["PATH"] ?? ""}` },
});
process.exit(run.status ?? 1);
