import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findTestChromium } from "#testing/find-chromium.ts";

function run(command: string, args: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "inherit", env: environment }).status === 0;
}

/**
 * Installs Chromium unless there is one: a package of Debian as root on Debian, else Playwright's download. Throws when
 * both fail.
 */
export function installChromium(): void {
  if (findTestChromium() !== null) return;
  console.log("Installing a browser…");
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    run("apt-get", ["update", "-qq"]);
    const install = ["install", "-y", "-qq", "--no-install-recommends"];
    // Older releases and other architectures have only the whole browser.
    if (!run("apt-get", [...install, "chromium-headless-shell"])) {
      run("apt-get", [...install, "chromium"]);
    }
  }
  if (findTestChromium() === null) run("playwright", ["install", "chromium"]);
  if (findTestChromium() === null) {
    throw new Error(
      "No browser could be installed. Install Chromium, or name one in CHROMIUM_PATH.",
    );
  }
}
