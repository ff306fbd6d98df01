// Uses a small server that behaves like a plain S3 server.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Files, openS3Files } from "./files.ts";

// The S3 client is an optional dependency of the storage library.
const isClientInstalled = await import("flydrive/drivers/s3").then(
  () => true,
  () => false,
);

type Stored = { body: Buffer; type: string | undefined; grants: string | undefined };

const stored = new Map<string, Stored>();
let files: Files;
let close: () => Promise<void> = async () => undefined;

beforeEach(async () => {
  if (!isClientInstalled) return;
  stored.clear();
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  files = await openS3Files({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket: "bucket",
    accessKeyId: "key",
    secretAccessKey: "secret",
    publicEndpoint: null,
  });
});

afterEach(() => close());

async function answer(
  request: IncomingMessage,
): Promise<{ status: number; body?: Buffer | string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? "", "http://bucket");
  const key = decodeURIComponent(url.pathname.slice("/bucket/".length));
  if (request.method === "PUT") {
    const type = request.headers["content-type"];
    const grants = request.headers["x-amz-acl"]?.toString();
    stored.set(key, { body: Buffer.concat(chunks), type, grants });
    return { status: 200 };
  }
  if (request.method === "DELETE") {
    stored.delete(key);
    return { status: 204 };
  }
  if (url.searchParams.has("list-type")) return { status: 200, body: list(url.searchParams) };
  const file = stored.get(key);
  if (file) return { status: 200, body: file.body };
  return { status: 404, body: "<Error><Code>NoSuchKey</Code></Error>" };
}

/** Two keys per page, so that paging is covered. */
function list(query: URLSearchParams): string {
  const after = query.get("continuation-token") ?? "";
  const keys = [...stored.keys()]
    .toSorted()
    .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after);
  const page = keys.slice(0, 2);
  const more = keys.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : "";
  const entries = page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
  return `<ListBucketResult><IsTruncated>${keys.length > 2}</IsTruncated>${more}${entries.join("")}</ListBucketResult>`;
}

const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);

test.skipIf(!isClientInstalled)(
  "a file arrives exactly, with its type and without any public grant",
  async () => {
    await files.put("images/p1/a.jpg", bytes, "image/jpeg");
    const file = stored.get("images/p1/a.jpg");
    expect(file && new Uint8Array(file.body)).toEqual(bytes);
    expect(file).toMatchObject({ type: "image/jpeg", grants: undefined });
    expect(await files.get("images/p1/a.jpg")).toEqual(bytes);
    expect(await files.exists("images/p1/a.jpg")).toBe(true);
  },
);

test.skipIf(!isClientInstalled)("a missing file is null", async () => {
  expect(await files.get("images/none")).toBeNull();
  expect(await files.exists("images/none")).toBe(false);
});

test.skipIf(!isClientInstalled)(
  "listing a folder covers every page, without keys that only start the same",
  async () => {
    for (const name of ["p1/a.jpg", "p1/b.jpg", "p1/c.jpg", "p1/d/e.jpg", "p10/a.jpg"]) {
      await files.put(`images/${name}`, bytes, "image/jpeg");
    }
    expect(await Array.fromAsync(files.list("images/p1"))).toEqual([
      "images/p1/a.jpg",
      "images/p1/b.jpg",
      "images/p1/c.jpg",
      "images/p1/d/e.jpg",
    ]);
    for (const key of stored.keys()) await files.remove(key);
    expect(stored.size).toBe(0);
  },
);

test.skipIf(!isClientInstalled)(
  "the check passes while the server responds and fails when it does not",
  async () => {
    await files.check();
    await close();
    await expect(files.check()).rejects.toThrow(/write/);
    close = async () => undefined;
  },
);
