/** Notes what moves on a page, for those who asked their system that nothing does. */
import { expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    /** What has begun to move since the page was opened, and for how long. */
    movedHere?: string[];
  }
}

/** From the next page on, notes every transition and animation that takes longer than a blink. */
export async function recordMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    window.movedHere = moved;
    const note = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      for (const animation of event.target.getAnimations({ subtree: true })) {
        const milliseconds = Number(animation.effect?.getComputedTiming().endTime ?? 0);
        if (milliseconds < 1) continue;
        const tag = event.target.outerHTML.slice(0, 120);
        moved.push(`${event.type} of ${milliseconds} ms on ${tag}`);
      }
    };
    for (const kind of ["transitionrun", "animationstart"]) {
      document.addEventListener(kind, note, { capture: true });
    }
  });
}

/** What has moved on the page that is open, and what is moving now. */
export async function motionOn(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) >= 1)
      .map((animation) => `${animation.constructor.name} ${animation.playState}`);
    return [...(window.movedHere ?? []), ...running];
  });
}

/** Expects that nothing has moved on the page that is open since it was opened. */
export async function expectStillness(page: Page): Promise<void> {
  expect.soft(await motionOn(page), `what moves on ${page.url()}`).toEqual([]);
}
