// Begins a test run with the files that wait longest, so that the others run beside them and none is left for the end.
import {
  BaseSequencer,
  type TestSequencer,
  type TestSequencerConstructor,
  type TestSpecification,
  type Vitest,
} from "vitest/node";

/** Files that kill, starve and restart servers, the longest first. Their size says nothing of how long they take. */
export const waiting = [
  "src/server/money-crashes.test.ts",
  "src/server/main.test.ts",
  "src/server/http/health.test.ts",
  "src/server/db/open.test.ts",
  "sandbox/stripe/controls/webhook-controls.test.ts",
  "src/server/db/embedded/binaries.test.ts",
  "src/server/db/embedded/supervisor.test.ts",
  "src/server/db/embedded/account.test.ts",
];

/** The place of a file among those that wait; the others come after them all. */
function rankOf(moduleId: string): number {
  const rank = waiting.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank === -1 ? waiting.length : rank;
}

/** Vitest's own order, but for the files that wait, which come first in their project. */
export function sortLongestFirst(files: readonly TestSpecification[]): TestSpecification[] {
  const ofProjects = Map.groupBy(files, ({ project }) => project);
  return [...ofProjects.values()].flatMap((ofProject) =>
    ofProject.toSorted((one, other) => rankOf(one.moduleId) - rankOf(other.moduleId)),
  );
}

/** What Vitest makes its sequencer with; it calls it with `new`. */
export const LongestFirst = function longestFirst(vitest: Vitest): TestSequencer {
  const own = new BaseSequencer(vitest);
  return {
    shard: (files) => own.shard(files),
    sort: async (files) => sortLongestFirst(await own.sort(files)),
  };
} as unknown as TestSequencerConstructor;
