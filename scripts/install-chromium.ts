import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium, headlessShellPath } from "#test/find-chromium.ts";

function run(command: string, args: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "inherit", env: environment }).status === 0;
}

/**
 * Installs Chromium unless there is one: Debian's packages as root on Debian, where the screen tests also get the headless
 * shell, else Playwright's download. Throws when both fail.
 */
export function installChromium(): void {
  const usesPackages = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (findChromium() !== null && (!usesPackages || existsSync(headlessShellPath))) return;
  console.log("Installing a browser…");
  if (usesPackages) {
    run("apt-get", ["update", "-qq"]);
    const packages = ["chromium", "chromium-headless-shell"];
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages]);
  }
  if (findChromium() === null) run("playwright", ["install", "chromium"]);
  if (findChromium() === null) {
    throw new Error(
      "No browser could be installed. Install Chromium, or name one in CHROMIUM_PATH.",
    );
  }
}
