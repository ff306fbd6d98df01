import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFilesFolder } from "./temporary-files.ts";

const oneByte = 1;
const moreThanAvailable = 2 ** 60;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-"));
  return () => rmSync(folder, { recursive: true });
});

test("Temporary files are in memory where there is space, and the check leaves nothing", () => {
  expect(temporaryFilesFolder(folder, oneByte)).toBe(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("Without space or without such a folder they are in the system's folder", () => {
  expect(temporaryFilesFolder(folder, moreThanAvailable)).toBe(tmpdir());
  expect(temporaryFilesFolder(join(folder, "none"), oneByte)).toBe(tmpdir());
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(temporaryFilesFolder(file, oneByte)).toBe(tmpdir());
});
