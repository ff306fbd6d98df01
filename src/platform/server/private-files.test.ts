import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { restrictExistingFiles, makeDataFolder } from "./private-files.ts";

const folder = mkdtempSync(join(tmpdir(), "sampan-private-"));
afterAll(() => rmSync(folder, { recursive: true }));

function modeOf(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8);
}

test("a new data folder is private, whatever the umask", () => {
  const path = join(folder, "new", "data");
  makeDataFolder(path);
  expect(modeOf(path)).toBe("700");
});

test("existing files are restricted, except other users' files and targets of links", async () => {
  const data = join(folder, "old");
  const outside = join(folder, "outside");
  for (const name of [
    "files/package-images/1",
    "sandbox",
    "postgres/cluster",
    "postgres-binaries-x",
  ])
    mkdirSync(join(data, name), { recursive: true });
  const files = ["secret", "files/package-images/1/a.jpg", "sandbox/mail.sqlite"];
  const left = ["postgres/cluster/PG_VERSION", "postgres-binaries-x/postgres"];
  for (const name of [...files, ...left]) writeFileSync(join(data, name), "x");
  for (const name of [...files, ...left]) chmodSync(join(data, name), 0o644);
  for (const name of ["", "files", "files/package-images", "files/package-images/1", "sandbox"])
    chmodSync(join(data, name), 0o755);
  writeFileSync(outside, "x");
  chmodSync(outside, 0o644);
  symlinkSync(outside, join(data, "link"));

  makeDataFolder(data);
  await restrictExistingFiles(data);
  for (const name of files) expect([name, modeOf(join(data, name))]).toEqual([name, "600"]);
  for (const name of ["", "files", "files/package-images", "files/package-images/1", "sandbox"])
    expect([name, modeOf(join(data, name))]).toEqual([name, "700"]);
  for (const name of left) expect(modeOf(join(data, name))).toBe("644");
  expect(modeOf(outside)).toBe("644");
  expect(readdirSync(data)).toContain("link");
});

test.runIf(process.getuid?.() === 0)("what is somebody else's is left alone", async () => {
  const data = join(folder, "shared");
  const path = join(data, "of-somebody-else");
  makeDataFolder(data);
  writeFileSync(path, "x");
  chmodSync(path, 0o644);
  chownSync(path, 65_534, 65_534);
  await restrictExistingFiles(data);
  expect(modeOf(path)).toBe("644");
});
