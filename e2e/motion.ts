import { expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    /** Transitions and animations since the page was opened. */
    recordedMotion?: string[];
  }
}

/** From the next page on, records every transition and animation of at least 1 ms. */
export async function recordMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    window.recordedMotion = moved;
    const record = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      for (const animation of event.target.getAnimations({ subtree: true })) {
        const milliseconds = Number(animation.effect?.getComputedTiming().endTime ?? 0);
        if (milliseconds < 1) continue;
        const tag = event.target.outerHTML.slice(0, 120);
        moved.push(`${event.type} of ${milliseconds} ms on ${tag}`);
      }
    };
    for (const kind of ["transitionrun", "animationstart"]) {
      document.addEventListener(kind, record, { capture: true });
    }
  });
}

/** Recorded and running animations of the open page. */
export async function motionOn(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) >= 1)
      .map((animation) => `${animation.constructor.name} ${animation.playState}`);
    return [...(window.recordedMotion ?? []), ...running];
  });
}

/** Expects no motion since the page was opened. */
export async function expectNoMotion(page: Page): Promise<void> {
  expect.soft(await motionOn(page), `motion on ${page.url()}`).toEqual([]);
}
