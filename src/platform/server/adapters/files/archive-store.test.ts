// Uses a small server that behaves like a plain S3 server.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openArchiveStore, type ArchiveStore } from "./archive-store.ts";

const folder = mkdtempSync(join(tmpdir(), "archive-store-"));
const stored = new Map<string, Buffer>();
const parts: Buffer[] = [];
const aborted: string[] = [];
let hasFailingParts = false;
let store: ArchiveStore;

async function answer(
  request: IncomingMessage,
): Promise<{ status: number; body?: Buffer | string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { pathname, searchParams: query } = new URL(request.url ?? "", "http://bucket");
  const key = decodeURIComponent(pathname.slice("/bucket/".length));
  if (request.method === "POST" && query.has("uploads")) {
    const id = "<UploadId>u1</UploadId>";
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult>${id}</InitiateMultipartUploadResult>`,
    };
  }
  if (request.method === "POST") {
    stored.set(key, Buffer.concat(parts.splice(0)));
    return { status: 200, body: "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>" };
  }
  if (request.method === "DELETE" && query.has("uploadId")) {
    aborted.push(key);
    return { status: 204 };
  }
  if (request.method === "DELETE") stored.delete(key);
  if (request.method === "DELETE") return { status: 204 };
  if (request.method === "PUT" && query.has("partNumber")) {
    if (hasFailingParts) return { status: 403, body: "<Error><Code>AccessDenied</Code></Error>" };
    parts.push(body);
    return { status: 200 };
  }
  if (request.method === "PUT") stored.set(key, body);
  if (request.method === "PUT") return { status: 200 };
  if (query.has("list-type")) {
    const entries = [...stored.keys()].map((one) => `<Contents><Key>${one}</Key></Contents>`);
    return { status: 200, body: `<ListBucketResult>${entries.join("")}</ListBucketResult>` };
  }
  const file = stored.get(key);
  return file
    ? { status: 200, body: file }
    : { status: 404, body: "<Error><Code>NoSuchKey</Code></Error>" };
}

beforeAll(async () => {
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) =>
      response.writeHead(status, { etag: '"1"' }).end(body),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket: "bucket",
    accessKeyId: "key",
    secretAccessKey: "secret",
    publicEndpoint: null,
  };
  store = await openArchiveStore(settings, { partBytes: 1_000 });
  return () => {
    server.closeAllConnections();
    server.close();
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([1_000, 2_500])("a file of %i bytes arrives and comes back exactly", async (size) => {
  const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, index) => index % 251));
  const path = join(folder, `${size}`);
  writeFileSync(path, bytes);
  await store.upload("one.tar.gz", path);
  expect(stored.get("backups/one.tar.gz")).toEqual(bytes);
  expect(await store.list()).toEqual(["one.tar.gz"]);
  await store.download("one.tar.gz", `${path}.back`);
  expect(readFileSync(`${path}.back`)).toEqual(bytes);
  await store.remove("one.tar.gz");
  expect(await store.list()).toEqual([]);
  await expect(store.download("one.tar.gz", join(folder, "none"))).rejects.toThrow();
});

test("an upload that fails leaves no parts behind", async () => {
  const path = join(folder, "failing");
  writeFileSync(path, Buffer.alloc(2_000));
  hasFailingParts = true;
  await expect(store.upload("two.tar.gz", path)).rejects.toThrow();
  expect(aborted).toEqual(["backups/two.tar.gz"]);
  expect(stored.size).toBe(0);
});
