import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBucket } from "#test/bucket.ts";
import { isLongRun } from "#test/long-run.ts";
import { type Files, openFolderFiles, openS3Files } from "./files.ts";

type OpenedFiles = { readonly files: Files; readonly close: () => Promise<void> };

async function openInFolder(below: string): Promise<OpenedFiles> {
  return { files: await openFolderFiles(join(below, "files")), close: async () => undefined };
}

async function openInBucket(): Promise<OpenedFiles> {
  const bucket = await openBucket();
  const { settings } = bucket;
  const files = await openS3Files({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    publicEndpoint: null,
  });
  return { files, close: () => bucket.close() };
}

const bytes = (text: string) => new TextEncoder().encode(text);

let below: string;

beforeAll(() => {
  below = mkdtempSync(join(tmpdir(), "files-"));
  return () => rmSync(below, { recursive: true });
});

describe.each([
  ["a folder", openInFolder],
  ["a bucket", openInBucket],
])("in %s", (_, open) => {
  let opened: OpenedFiles;
  let files: Files;
  beforeAll(async () => {
    opened = await open(below);
    ({ files } = opened);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    for (const folder of ["a", "images"]) {
      for await (const key of files.list(folder)) await files.remove(key);
    }
  });

  test("a stored file is read back exactly, and replaced by a later write", async () => {
    const all = Uint8Array.from({ length: 256 }, (_, value) => value);
    await files.put("images/p1/a.jpg", all, "image/jpeg");
    expect(await files.get("images/p1/a.jpg")).toEqual(all);
    await files.put("images/p1/a.jpg", bytes("new"), "image/jpeg");
    expect(await files.get("images/p1/a.jpg")).toEqual(bytes("new"));
    expect(await files.exists("images/p1/a.jpg")).toBe(true);
  });

  test("a view of a larger buffer is stored without the rest of the buffer", async () => {
    const part = new Uint8Array(bytes("before wanted after").buffer, 7, 6);
    await files.put("a/part", part, "text/plain");
    expect(await files.get("a/part")).toEqual(bytes("wanted"));
  });

  test("a missing file is null, and removing it does nothing", async () => {
    expect(await files.get("a/none")).toBeNull();
    expect(await files.exists("a/none")).toBe(false);
    await files.remove("a/none");
  });

  test("a folder's files are listed at every depth, without those next to it", async () => {
    for (const key of ["images/p1/a.jpg", "images/p1/thumbnails/a.webp", "images/p10/a.jpg"]) {
      await files.put(key, bytes("a"), "image/jpeg");
    }
    expect((await Array.fromAsync(files.list("images/p1"))).toSorted()).toEqual([
      "images/p1/a.jpg",
      "images/p1/thumbnails/a.webp",
    ]);
    expect(await Array.fromAsync(files.list("images/p2"))).toEqual([]);
  });

  test("a key that could lead outside the store is rejected by every method", async () => {
    writeFileSync(join(below, "secret"), "secret");
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
      expect(() => files.list(key), key).toThrow(RangeError);
    }
    expect(existsSync(join(below, "secret"))).toBe(true);
  });

  test("the check passes while files can be stored", async () => {
    expect(await files.check()).toBeUndefined();
  });

  test.runIf(isLongRun)("ten concurrent files of 10 MB are stored exactly", async () => {
    const large = Uint8Array.from({ length: 10 * 1024 * 1024 }, (__, index) => (index * 7919) >> 5);
    const keys = Array.from({ length: 10 }, (__, index) => `a/large-${index}`);
    await Promise.all(keys.map((key) => files.put(key, large, "image/jpeg")));
    for (const key of keys) {
      expect(Buffer.compare((await files.get(key)) ?? Buffer.alloc(0), large), key).toBe(0);
    }
  });
});

describe("in a folder of the disk", () => {
  let files: Files;
  const root = () => join(below, "own");
  beforeEach(async () => {
    rmSync(root(), { recursive: true, force: true });
    files = await openFolderFiles(root());
  });

  test("empty folders are removed with their last file, others stay", async () => {
    await files.put("images/p1/a.jpg", bytes("a"), "image/jpeg");
    await files.put("images/p1/b.jpg", bytes("b"), "image/jpeg");
    await files.put("images/p2/a.jpg", bytes("c"), "image/jpeg");
    await files.remove("images/p1/a.jpg");
    expect(readdirSync(join(root(), "images"))).toEqual(["p1", "p2"]);
    await files.remove("images/p1/b.jpg");
    expect(readdirSync(join(root(), "images"))).toEqual(["p2"]);
    await files.remove("images/p2/a.jpg");
    expect(readdirSync(root())).toEqual([]);
  });

  test("a folder that is removed during a listing is skipped", async () => {
    for (const key of ["images/p1/a.jpg", "images/p2/a.jpg"]) {
      await files.put(key, bytes("a"), "image/jpeg");
    }
    const listed: string[] = [];
    for await (const key of files.list("images")) {
      listed.push(key);
      await files.remove("images/p1/a.jpg");
      await files.remove("images/p2/a.jpg");
    }
    expect(listed).toHaveLength(1);
  });

  test("concurrent writes and removals in one folder lose no file", async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await files.put(`images/p1/${index}.jpg`, bytes("a"), "image/jpeg");
        if (index % 4 !== 0) await files.remove(`images/p1/${index}.jpg`);
      }),
    );
    expect(await Array.fromAsync(files.list("images"))).toHaveLength(10);
  });

  test("a folder that cannot be created fails the check and every write", async () => {
    const path = join(below, "blocked");
    writeFileSync(path, "a file where the folder should be");
    const blocked = await openFolderFiles(path);
    await expect(blocked.check()).rejects.toThrow(/write/);
    await expect(blocked.put("a/b", bytes("x"), "text/plain")).rejects.toThrow(/write/);
    expect(readFileSync(path, "utf8")).toBe("a file where the folder should be");
  });
});
