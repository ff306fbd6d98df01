import axe from "axe-core";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { withForcedColors } from "./forced-colors.ts";

/** Of lesser impact to axe, but a second banner hides the page's own from those who move by landmarks. */
const landmarkRules = new Set(["landmark-no-duplicate-banner", "landmark-banner-is-top-level"]);

/** Rules whose violations are of lesser impact to axe and not reported here, and which read the whole page. */
const unreportedRules = [
  "aria-allowed-role",
  "empty-heading",
  "empty-table-header",
  "form-field-multiple-labels",
  "heading-order",
  "landmark-contentinfo-is-top-level",
  "landmark-main-is-top-level",
  "landmark-no-duplicate-contentinfo",
  "landmark-no-duplicate-main",
  "landmark-one-main",
  "landmark-unique",
  "no-autoplay-audio",
  "page-has-heading-one",
  "presentation-role-conflict",
  "region",
  "scope-attr-valid",
  "skip-link",
];
const unreported = Object.fromEntries(unreportedRules.map((rule) => [rule, { enabled: false }]));

const widths = [1280, 390] as const;
const schemeAttribute = "data-mantine-color-scheme";

const isEverything = import.meta.env["VITE_ACCESSIBILITY"] === "everything";

/** The files of tests whose contrast was checked, each with the colour scheme. */
const contrastChecked = new Set<string>();

/**
 * Expects no serious or critical axe violations and one banner at most in the current document. Contrast, which takes most of
 * the time, is checked once for each file and scheme. `npm run test:long` checks it at each, and also the other width, the other
 * colour scheme and forced colours.
 */
export async function expectAccessible(): Promise<void> {
  const root = document.documentElement;
  const scheme = root.getAttribute(schemeAttribute) ?? "light";
  const place = `${expect.getState().testPath} ${scheme}`;
  await expectNoViolations({ hasContrast: isEverything || !contrastChecked.has(place) });
  contrastChecked.add(place);
  if (!isEverything) return;
  const size = { width: window.innerWidth, height: window.innerHeight };
  try {
    for (const width of widths) {
      await page.viewport(width, 800);
      for (const other of ["light", "dark"]) {
        root.setAttribute(schemeAttribute, other);
        await expectNoViolations({ hasContrast: true });
      }
      // The system chooses forced colours, and axe reads the page's.
      await withForcedColors(() => expectNoViolations({ hasContrast: false }));
    }
  } finally {
    root.setAttribute(schemeAttribute, scheme);
    await page.viewport(size.width, size.height);
  }
}

/** Waits for transitions first, because axe measures contrast on the colours of the moment. */
async function expectNoViolations({ hasContrast }: { hasContrast: boolean }): Promise<void> {
  await animationsFinished();
  const { violations } = await axe.run(document.body, {
    resultTypes: ["violations"],
    rules: {
      ...unreported,
      "color-contrast": { enabled: hasContrast },
      // Experimental in axe, but who speaks to the screen says what they read.
      "label-content-name-mismatch": { enabled: true },
    },
  });
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
