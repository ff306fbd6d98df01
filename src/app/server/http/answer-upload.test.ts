import { expect, test } from "vitest";
import { mei } from "#test/screen/users.ts";
import type { CurrentSession } from "#platform/server/context.ts";
import { createFairQueue } from "#platform/server/limits/fair-queue.ts";
import { queueLimits } from "#platform/server/limits/queues.ts";
import { imageUploads, receiveUpload as receiveIn } from "./answer-upload.ts";

const uploads = createFairQueue(queueLimits.uploads);

const receiveUpload = (
  session: CurrentSession,
  request: Request,
  answer: (request: Request) => Promise<Response>,
) => receiveIn(imageUploads({ uploads }), session, request, answer);

const moment = new Date("2026-06-01T10:00:00Z");

function sessionOf(id: string): CurrentSession {
  const person = { ...mei, id };
  const times = { expiresAt: moment, refreshBy: moment, reauthenticatedAt: moment };
  return { sessionId: `session of ${id}`, person, ...times };
}

/** An upload that has begun and ends at `end()`. */
function slowUpload() {
  let end: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(10));
      end = () => controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half" } as const;
  return { request: new Request("http://localhost/api/packages/1/images", init), end: () => end() };
}

const sizeOf = async (request: Request) =>
  Response.json({ size: (await request.arrayBuffer()).byteLength });

async function receive(userId: string, request: Request): Promise<number> {
  const response = await receiveUpload(sessionOf(userId), request, sizeOf);
  return ((await response.json()) as { size: number }).size;
}

test("twenty of one account run at once, and another account's beside them", async () => {
  const slow = Array.from({ length: 20 }, () => slowUpload());
  const received = slow.map(({ request }) => receive("mei", request));
  const oneMore = slowUpload();
  await expect(receive("mei", oneMore.request)).rejects.toMatchObject({
    code: "too_many_requests",
  });
  expect(oneMore.request.bodyUsed).toBe(false);
  const other = slowUpload();
  const ofOther = receive("tom", other.request);
  for (const { end } of [...slow, other]) end();
  const sizes = await Promise.all([...received, ofOther]);
  expect(sizes).toEqual(Array.from({ length: 21 }, () => 10));
  const after = slowUpload();
  after.end();
  expect(await receive("mei", after.request)).toBe(10);
});

test("an upload that is aborted frees its place", async () => {
  for (let times = 0; times < 25; times += 1) {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("gone")),
    });
    const init = { method: "POST", body: broken, duplex: "half" } as const;
    const request = new Request("http://localhost/api/packages/1/images", init);
    await expect(receive("mei", request)).rejects.toMatchObject({ code: "request_aborted" });
  }
});

test("received bytes are read back unchanged, one upload at a time", async () => {
  let atOnce = 0;
  const upload = async (size: number) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => index * 31);
    const init = { method: "POST", body: bytes };
    const request = new Request("http://localhost/api/packages/1/images", init);
    const response = await receiveUpload(sessionOf("mei"), request, async (received) => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      const read = new Uint8Array(await received.arrayBuffer());
      atOnce -= 1;
      return new Response(String(Buffer.compare(read, bytes)));
    });
    expect(await response.text()).toBe("0");
  };
  await Promise.all([1, 65_536, 3_000_000, 0, 10 * 1_048_576].map(upload));
});

test("more than an image with its form is rejected, announced or not", async () => {
  const large = new Uint8Array(11 * 1_048_576 + 1);
  const address = "http://localhost/api/packages/1/images";
  const announced = new Request(address, {
    method: "POST",
    body: new Uint8Array(1),
    headers: { "content-length": String(large.byteLength) },
  });
  const streamed = new Request(address, {
    method: "POST",
    body: new Blob([large]).stream(),
    duplex: "half",
  });
  for (const request of [announced, streamed]) {
    await expect(receive("mei", request)).rejects.toMatchObject({ code: "too_large" });
  }
});

test("an answer that fails lets the next upload run", async () => {
  const request = () =>
    new Request("http://localhost/api/packages/1/images", { method: "POST", body: "1234" });
  const failing = receiveUpload(sessionOf("mei"), request(), () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await receive("mei", request())).toBe(4);
});

/** An upload that is complete. */
function wholeUpload(init: RequestInit = {}): Request {
  return new Request("http://localhost/api/packages/1/images", {
    method: "POST",
    body: "1234",
    ...init,
  });
}

test("B7: another's upload does not wait behind twelve of one account", async () => {
  const order: string[] = [];
  const { promise: heavy, resolve: end } = Promise.withResolvers<void>();
  const pile = Array.from({ length: 12 }, () =>
    receiveUpload(sessionOf("mei"), wholeUpload(), async () => {
      await heavy;
      order.push("mei");
      return new Response();
    }),
  );
  await receiveUpload(sessionOf("tom"), wholeUpload(), async () => {
    order.push("tom");
    return new Response();
  });
  expect(order).toEqual(["tom"]);
  end();
  await Promise.all(pile);
  expect(order).toHaveLength(13);
});

test("one that is aborted while it is queued leaves the queue, and is never read", async () => {
  const { promise: heavy, resolve: end } = Promise.withResolvers<Response>();
  const running = receiveUpload(sessionOf("mei"), wholeUpload(), () => heavy);
  // Whichever file is opened first is the first in the queue.
  await expect.poll(() => uploads.size(), { timeout: 40_000 }).toEqual({ running: 1, waiting: 0 });
  const breaking = new AbortController();
  let isRead = false;
  const broken = receiveUpload(
    sessionOf("mei"),
    wholeUpload({ signal: breaking.signal }),
    async () => {
      isRead = true;
      return new Response();
    },
  );
  await expect.poll(() => uploads.size(), { timeout: 40_000 }).toEqual({ running: 1, waiting: 1 });
  breaking.abort();
  await expect(broken).rejects.toMatchObject({ code: "request_aborted" });
  expect(uploads.size()).toEqual({ running: 1, waiting: 0 });
  end(new Response());
  await running;
  expect([isRead, uploads.size()]).toEqual([false, { running: 0, waiting: 0 }]);
});
