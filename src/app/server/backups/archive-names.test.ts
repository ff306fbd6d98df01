import { expect, test } from "vitest";
import { archiveName, expiredArchives } from "./archive-names.ts";

test("archives are named by their time, and expire by it; files that people named stay", () => {
  const at = (day: string) => new Date(`${day}T02:30:05.123Z`);
  const names = ["2026-02-14", "2026-02-16", "2026-03-01"].map((day) => archiveName(at(day)));
  expect(names[2]).toBe("sampan-2026-03-01T02-30-05Z.tar.gz");
  const others = ["2020-01-01.tar.gz", "sampan-2020-01-01.tar.gz", `${names[0]}.partial`];
  expect(expiredArchives([...names, ...others], at("2026-03-01"), 14)).toEqual([names[0]]);
  expect(expiredArchives(names, at("2026-03-01"), 1)).toEqual([names[0], names[1]]);
});
