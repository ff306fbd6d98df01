// Acknowledged writes are neither lost nor duplicated when the server is killed.
import { expect, test } from "vitest";
import { crashLoop } from "#testing/crashes/crash-loop.ts";

const isLong = process.env["SAMPAN_LONG_TESTS"] === "1";
const kills = isLong ? 50 : 3;

test(
  `F1, P12: ${kills} kills lose no acknowledged write and break no invariant`,
  { timeout: isLong ? 900_000 : 90_000 },
  async () => {
    const report = await crashLoop({ kills, customers: 4, externalUrl: null });
    expect(report.lost).toEqual([]);
    expect(report.faults).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(0);
  },
);
