import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createArchive, readArchive } from "./archive.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-"));
  return () => rm(folder, { recursive: true });
});

async function namesIn(path: string): Promise<string[]> {
  return (await Array.fromAsync(readArchive(path))).map(({ name }) => name);
}

test("what was added is read again", async () => {
  const path = join(folder, "whole.tar.gz");
  const archive = await createArchive(path);
  await archive.add("rows/a", Buffer.from("1"));
  await archive.add("rows/b", Buffer.alloc(0));
  await archive.finish();
  expect(await namesIn(path)).toEqual(["rows/a", "rows/b"]);
});

test("a folder or file that is not there, and a file in place of the folder, are named", async () => {
  const missing = join(folder, "none");
  await expect(createArchive(join(missing, "a.tar.gz"))).rejects.toThrow(
    `There is no folder ${missing}.`,
  );
  await expect(namesIn(join(missing, "a.tar.gz"))).rejects.toThrow(
    `There is no file ${join(missing, "a.tar.gz")}.`,
  );
  const file = join(folder, "file");
  await writeFile(file, "");
  await expect(createArchive(join(file, "a.tar.gz"))).rejects.toThrow(
    `The user that runs this may not write into the folder ${file} (E`,
  );
  expect(await readdir(folder)).not.toContain("none");
});
