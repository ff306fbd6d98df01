// Shows that tests write to memory only where there is such a folder, with room, and in which programs run.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { placeForTemporaryFiles } from "./temporary-files.ts";

const oneByte = 1;
const moreThanThereIs = 2 ** 60;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-"));
  return () => rmSync(folder, { recursive: true });
});

test("Temporary files lie in memory where there is room, and the try of it leaves nothing", () => {
  expect(placeForTemporaryFiles(folder, oneByte)).toBe(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("Without room or without such a folder they lie where the system keeps them", () => {
  expect(placeForTemporaryFiles(folder, moreThanThereIs)).toBe(tmpdir());
  expect(placeForTemporaryFiles(join(folder, "none"), oneByte)).toBe(tmpdir());
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(placeForTemporaryFiles(file, oneByte)).toBe(tmpdir());
});
