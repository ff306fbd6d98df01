import { afterEach, beforeEach } from "vitest";
import { takeDraftFaults } from "./watched-drafts.ts";

/** Fails a test whose forms keep what nobody typed, or secrets. */
export function failOnUntypedDrafts(): void {
  beforeEach(() => {
    takeDraftFaults();
  });

  afterEach(() => {
    const faults = takeDraftFaults();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });
}
