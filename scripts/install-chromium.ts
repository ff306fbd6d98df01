import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium } from "#testing/find-chromium.ts";

function run(command: string, args: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "inherit", env: environment }).status === 0;
}

/**
 * Installs Chromium unless there is one: Debian's package as root on Debian, else Playwright's download. Throws when both fail.
 */
export function installChromium(): void {
  if (findChromium() !== null) return;
  console.log("Installing a browser…");
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
  }
  if (findChromium() === null) run("playwright", ["install", "chromium"]);
  if (findChromium() === null) {
    throw new Error(
      "No browser could be installed. Install Chromium, or name one in CHROMIUM_PATH.",
    );
  }
}
