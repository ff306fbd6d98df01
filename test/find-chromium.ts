import { existsSync } from "node:fs";
import { chromium } from "playwright";

const usualPaths = [
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
 * `CHROMIUM_PATH` comes first and must exist, then the usual paths, then Playwright's own.
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | null {
  const path = environment["CHROMIUM_PATH"];
  if (path) {
    if (!existsSync(path)) {
      throw new Error(`CHROMIUM_PATH is ${path}, which does not exist.`);
    }
    return path;
  }
  return (
    [...usualPaths, chromium.executablePath()].find((candidate) => existsSync(candidate)) ?? null
  );
}

/**
 * For pages that live for seconds, where optimized code and small collections of garbage cost more than they win, and
 * threads that help take cores from other tests: a fifth of the CPU time of the screen tests.
 */
const forShortLivedPages =
  "--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=64 --max-semi-space-size=64";

/** Chromium without its interface, which runs the screen tests in five sixths of the CPU time. */
export const headlessShellPath = "/usr/bin/chromium-headless-shell";

/** Path of the headless shell, or null where it is not installed or `CHROMIUM_PATH` names another browser. */
export function findHeadlessShell(): string | null {
  return !process.env["CHROMIUM_PATH"] && existsSync(headlessShellPath) ? headlessShellPath : null;
}

/**
 * As root Chromium only starts without its sandbox. Short-lived pages are shown by the headless shell where it is
 * installed; it keeps no profile.
 */
export function chromiumLaunchOptions({ isShortLived = false } = {}): {
  executablePath?: string;
  args: string[];
} {
  const executablePath = (isShortLived ? findHeadlessShell() : null) ?? findChromium();
  return {
    ...(executablePath === null ? {} : { executablePath }),
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ...(isShortLived ? [forShortLivedPages] : []),
    ],
  };
}
