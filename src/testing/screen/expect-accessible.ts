// Looks for what shuts people out of a screen that a test shows.
import axe from "axe-core";
import { expect } from "vitest";

/** Expects that axe finds nothing serious or critical in the document as it stands now. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { resultTypes: ["violations"] });
  const barriers = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
  expect(barriers).toEqual([]);
}
