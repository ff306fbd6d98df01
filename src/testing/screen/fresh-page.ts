// All files of screen tests share one page, which each leaves as it found it.
import { afterAll, afterEach, vi } from "vitest";
import { cleanup } from "vitest-browser-react/pure";
import { page } from "vitest/browser";

const { width, height } = { width: window.innerWidth, height: window.innerHeight };

afterEach(async () => {
  vi.useRealTimers();
  await cleanup();
});

afterAll(async () => {
  localStorage.clear();
  sessionStorage.clear();
  if (window.innerWidth !== width || window.innerHeight !== height) {
    await page.viewport(width, height);
  }
});
