// Looks for what shuts people out of a screen that a test shows.
import axe from "axe-core";
import { expect } from "vitest";

/**
 * Expects that axe finds nothing serious or critical in the document as it stands now, with what
 * fades in or out settled: half-way, its colours are nobody's.
 */
export async function expectAccessible(): Promise<void> {
  await settled();
  const { violations } = await axe.run(document.body, { resultTypes: ["violations"] });
  const barriers = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
  expect(barriers).toEqual([]);
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits for every motion that ends by itself; a turning loader never does. */
async function settled(): Promise<void> {
  // What was drawn just now begins its motion with the next frame, and a window has its name by then.
  await nextFrame();
  await nextFrame();
  const ending = document.getAnimations().filter(({ effect, playState }) => {
    const end = effect?.getComputedTiming().endTime;
    return playState === "running" && typeof end === "number" && Number.isFinite(end);
  });
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
