import { beforeAll, beforeEach } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

/** The files of a worker share one page, and what an earlier one left there must not reach the next. */
export function cleanPage(): void {
  beforeAll(async () => {
    localStorage.clear();
    sessionStorage.clear();
    delete document.documentElement.dataset["visitor"];
    await page.viewport(1280, 800);
  });

  // The library does it for the first file that imports it alone.
  beforeEach(cleanup);
}
