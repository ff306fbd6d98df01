// Sees to it that a Chromium is there for the tests that need one, and installs nothing where one is.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium } from "#testing/find-chromium.ts";

function run(command: string, services: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, services, { stdio: "inherit", env: environment }).status === 0;
}

/**
 * Returns when a Chromium is installed: the one already there, Debian's where we are root on Debian,
 * otherwise the one that Playwright downloads. Throws with the way out where all fail.
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
