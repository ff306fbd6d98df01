// Finds a Chromium that is already on this machine, for every runner that drives a browser.
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Path of the Chromium to drive, or null where none is installed.
 * `CHROMIUM_PATH` wins and must exist; then the usual places; then the one that Playwright itself keeps.
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | null {
  const wanted = environment["CHROMIUM_PATH"];
  if (wanted) {
    if (!existsSync(wanted)) {
      throw new Error(`CHROMIUM_PATH names ${wanted}, but no file is there. Name a Chromium.`);
    }
    return wanted;
  }
  return [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}

/** How to launch the Chromium found: its path if any, and without its sandbox for root, which it would refuse. */
export function chromiumLaunchOptions(): { executablePath?: string; args: string[] } {
  const executablePath = findChromium();
  return {
    ...(executablePath === null ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  };
}
