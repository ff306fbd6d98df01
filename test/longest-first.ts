// Starts a test run with the longest files, so that none of them is left for the end.
import {
  BaseSequencer,
  type TestSequencer,
  type TestSequencerConstructor,
  type TestSpecification,
  type Vitest,
} from "vitest/node";

/** Files that wait or restart servers, longest first; Vitest orders files by size. */
export const longestFiles = [
  "src/app/server/main.test.ts",
  "src/money/server/plans/locks/with-subscriber-lock.test.ts",
  "src/app/server/http/health.test.ts",
  "src/platform/server/db/open.test.ts",
  "sandbox/stripe/controls/webhook-controls.test.ts",
  "src/platform/server/db/embedded/binaries.test.ts",
  "src/platform/server/db/embedded/supervisor.test.ts",
  "src/platform/server/db/embedded/account.test.ts",
];

function rankOf(moduleId: string): number {
  const rank = longestFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank === -1 ? longestFiles.length : rank;
}

/** Vitest's own order, but with `longestFiles` first in their project. */
export function sortLongestFirst(files: readonly TestSpecification[]): TestSpecification[] {
  const ofProjects = Map.groupBy(files, ({ project }) => project);
  return [...ofProjects.values()].flatMap((ofProject) =>
    ofProject.toSorted((one, other) => rankOf(one.moduleId) - rankOf(other.moduleId)),
  );
}

/** Vitest calls it with `new`. */
export const LongestFirst = function longestFirst(vitest: Vitest): TestSequencer {
  const own = new BaseSequencer(vitest);
  return {
    shard: (files) => own.shard(files),
    sort: async (files) => sortLongestFirst(await own.sort(files)),
  };
} as unknown as TestSequencerConstructor;
