import axe from "axe-core";
import { expect } from "vitest";

/** Of lesser impact to axe, but a second banner hides the page's own from those who move by landmarks. */
const landmarkRules = new Set(["landmark-no-duplicate-banner", "landmark-banner-is-top-level"]);

/**
 * Expects no serious or critical axe violations and one banner at most in the current document. Waits for transitions first, because axe
 * measures contrast on the colours of the moment.
 */
export async function expectAccessible(): Promise<void> {
  await animationsFinished();
  const { violations } = await axe.run(document.body, { resultTypes: ["violations"] });
  const seriousViolations = violations
    .filter(
      ({ id, impact }) => impact === "serious" || impact === "critical" || landmarkRules.has(id),
    )
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
  expect(seriousViolations).toEqual([]);
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits for all finite animations; a loader's animation never ends. */
async function animationsFinished(): Promise<void> {
  // An animation starts one frame after rendering, and a dialog has its accessible name by then.
  await nextFrame();
  await nextFrame();
  const finiteAnimations = document.getAnimations().filter(({ effect, playState }) => {
    const end = effect?.getComputedTiming().endTime;
    return playState === "running" && typeof end === "number" && Number.isFinite(end);
  });
  await Promise.allSettled(finiteAnimations.map(({ finished }) => finished));
}
