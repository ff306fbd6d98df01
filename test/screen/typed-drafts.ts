import { afterEach, beforeEach } from "vitest";
import { takeDraftFaults } from "./watched-drafts.ts";

beforeEach(() => {
  takeDraftFaults();
});

afterEach(() => {
  const faults = takeDraftFaults();
  if (faults.length > 0) throw new Error(faults.join("\n"));
});
