// Shows that files are kept, found and removed below their folder, and nowhere else.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Files } from "./files.ts";
import { openFolderFiles } from "./folder-files.ts";

let folder: string;
let files: Files;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
  files = await openFolderFiles(join(folder, "kept"));
});

afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const bytes = (text: string) => new TextEncoder().encode(text);

test("what is put is read back to the byte, and replaced by what is put later", async () => {
  const all = Uint8Array.from({ length: 256 }, (_, value) => value);
  await files.put("package-images/p1/a.jpg", all, "image/jpeg");
  expect(await files.get("package-images/p1/a.jpg")).toEqual(all);
  await files.put("package-images/p1/a.jpg", bytes("new"), "image/jpeg");
  expect(await files.get("package-images/p1/a.jpg")).toEqual(bytes("new"));
  expect(await files.exists("package-images/p1/a.jpg")).toBe(true);
});

test("a part of larger memory is kept as that part alone", async () => {
  const part = new Uint8Array(bytes("before wanted after").buffer, 7, 6);
  await files.put("a/part", part, "text/plain");
  expect(await files.get("a/part")).toEqual(bytes("wanted"));
});

test("what is not there is null, and removing it is fine", async () => {
  expect(await files.get("a/none")).toBeNull();
  expect(await files.exists("a/none")).toBe(false);
  await files.remove("a/none");
  await files.removeFolder("a");
});

test("removing a folder takes all below it and leaves its neighbours", async () => {
  await files.put("images/p1/a.jpg", bytes("a"), "image/jpeg");
  await files.put("images/p1/thumbnails/a.webp", bytes("b"), "image/webp");
  await files.put("images/p10/a.jpg", bytes("c"), "image/jpeg");
  await files.removeFolder("images/p1");
  expect(await files.exists("images/p1/a.jpg")).toBe(false);
  expect(await files.exists("images/p1/thumbnails/a.webp")).toBe(false);
  expect(await files.exists("images/p10/a.jpg")).toBe(true);
});

test("a folder's files are listed at every depth, without its neighbours'", async () => {
  for (const key of ["images/p1/a.jpg", "images/p1/thumbnails/a.webp", "images/p10/a.jpg"]) {
    await files.put(key, bytes("a"), "image/jpeg");
  }
  expect((await Array.fromAsync(files.list("images/p1"))).toSorted()).toEqual([
    "images/p1/a.jpg",
    "images/p1/thumbnails/a.webp",
  ]);
  expect(await Array.fromAsync(files.list("images/p2"))).toEqual([]);
});

test("a folder that goes while its neighbours are listed is passed over", async () => {
  for (const key of ["images/p1/a.jpg", "images/p2/a.jpg"]) {
    await files.put(key, bytes("a"), "image/jpeg");
  }
  const listed: string[] = [];
  for await (const key of files.list("images")) {
    listed.push(key);
    await files.removeFolder("images/p1");
    await files.removeFolder("images/p2");
  }
  expect(listed).toHaveLength(1);
});

test("a key that could lead elsewhere is refused by every call", async () => {
  writeFileSync(join(folder, "secret"), "secret");
  const keys = [
    "../secret",
    "a/../../secret",
    "/etc/passwd",
    "a\0b",
    "",
    "a//b",
    ".hidden",
    "a/",
    "A B",
  ];
  for (const key of [...keys, "x".repeat(301)]) {
    await expect(files.get(key), key).rejects.toThrow(RangeError);
    await expect(files.put(key, bytes("x"), "text/plain"), key).rejects.toThrow(RangeError);
    await expect(files.exists(key), key).rejects.toThrow(RangeError);
    await expect(files.remove(key), key).rejects.toThrow(RangeError);
    await expect(files.removeFolder(key), key).rejects.toThrow(RangeError);
    expect(() => files.list(key), key).toThrow(RangeError);
  }
  expect(existsSync(join(folder, "secret"))).toBe(true);
});

test("the check passes while files can be kept and fails when they cannot", async () => {
  await files.check();
  writeFileSync(join(folder, "blocked"), "a file where the folder should be");
  const blocked = await openFolderFiles(join(folder, "blocked"));
  await expect(blocked.check()).rejects.toThrow(/write/);
  await expect(blocked.put("a/b", bytes("x"), "text/plain")).rejects.toThrow(/write/);
  expect(readdirSync(folder).toSorted()).toEqual(["blocked", "kept"]);
});
