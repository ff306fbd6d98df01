// Installs the packages when they are missing or outdated, and finds the Node that came with them.
// Plain JavaScript for Node 20, without imports from node_modules: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const repository = dirname(dirname(fileURLToPath(import.meta.url)));

const lockfile = join(repository, "package-lock.json");
const stamp = join(repository, "node_modules", ".installed");
const minNodeVersion = 24;

/**
 * Whether the installed packages match the lockfile. Optional packages, for other platforms, may be missing.
 */
function matchesLockfile() {
  const recorded = join(repository, "node_modules", ".package-lock.json");
  if (!existsSync(recorded)) return false;
  const expected = JSON.parse(readFileSync(lockfile, "utf8")).packages;
  const installed = JSON.parse(readFileSync(recorded, "utf8")).packages;
  return Object.entries(expected).every(
    ([path, { version, optional }]) =>
      path === "" || (installed[path] ? installed[path].version === version : optional === true),
  );
}

/** Runs npm with the running Node; returns whether it succeeded. */
function npm(args) {
  const script = process.env["npm_execpath"];
  const command = script ? process.execPath : "npm";
  const run = spawnSync(command, script ? [script, ...args] : args, {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return run.status === 0;
}

/** Why the product cannot run on this system, or null. Its Node and PostgreSQL are built for glibc. */
function unsupported() {
  if (process.platform === "win32") {
    return "It runs on Linux and macOS. On Windows use WSL 2 (wsl --install), or the container of deploy/Dockerfile.";
  }
  const isMusl =
    process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
  return isMusl
    ? "It runs on Linux with glibc, such as Debian or Ubuntu, and this one has musl, as Alpine does."
    : null;
}

/** Installs the packages of the lockfile, with development packages, which the build needs. */
export function installPackages() {
  const fingerprint = createHash("sha256").update(readFileSync(lockfile)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint) return;
  if (!matchesLockfile()) {
    const reason = unsupported();
    if (reason !== null) {
      console.error(reason);
      process.exit(1);
    }
    console.log("Installing…");
    if (!npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"])) {
      console.error("The packages could not be installed; see npm's output above.");
      process.exit(1);
    }
  }
  writeFileSync(stamp, fingerprint);
}

/** Path of a Node of at least version 24: the installed package's, else the running one. */
export function installedNode() {
  const folder = join(repository, "node_modules", "node");
  const binary = join(folder, "bin", "node");
  if (existsSync(binary)) return binary;
  if (Number(process.versions.node.split(".")[0]) >= minNodeVersion) return process.execPath;
  // Where npm may not run install scripts, the package has not fetched its binary yet.
  spawnSync(process.execPath, ["installArchSpecificPackage.js"], { cwd: folder, stdio: "ignore" });
  if (existsSync(binary)) return binary;
  console.error(
    `Node ${minNodeVersion} is needed and could not be installed; this is Node ${process.versions.node}. ` +
      `Install Node ${minNodeVersion}, or allow npm to run install scripts, and try again.`,
  );
  process.exit(1);
}
