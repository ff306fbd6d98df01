import { expect } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "./expect-accessible.ts";

/** Expects that what is on the screen is accessible and no wider than it, at one width after another. */
export async function expectToFit(
  widths: readonly number[],
  options: { readonly height?: number; readonly check?: (width: number) => void } = {},
): Promise<void> {
  const { height = 844, check } = options;
  for (const width of widths) {
    await page.viewport(width, height);
    await expectAccessible();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    check?.(width);
  }
}
