import { expect, test } from "vitest";
import { readBody, withBody } from "./read-body.ts";

const url = "http://localhost/api";

function post(
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Request {
  return new Request(url, { method: "POST", body, headers, duplex: "half" });
}

test("a body of exactly the limit is read whole", async () => {
  const bytes = await readBody(post("12345"), 5);
  expect(Buffer.from(bytes ?? []).toString()).toBe("12345");
});

test("B10: one byte more is rejected, naming the limit", async () => {
  const reading = readBody(post("x".repeat(1_048_577)), 1_048_576);
  await expect(reading).rejects.toMatchObject({
    code: "too_large",
    message: "too_large: What you sent is larger than 1 MB.",
  });
});

test("reading an endless body stops after the limit and cancels the stream", async () => {
  let pulled = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(1000));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  await expect(readBody(post(endless), 10_000)).rejects.toMatchObject({ code: "too_large" });
  expect(pulled).toBeLessThan(20);
  expect(isCancelled).toBe(true);
});

test("an announced size over the limit is rejected before anything is read", async () => {
  const request = post("small", { "content-length": "99" });
  await expect(readBody(request, 50)).rejects.toMatchObject({ code: "too_large" });
  expect(request.bodyUsed).toBe(false);
});

test("a request without a body stays as it is", async () => {
  const request = new Request(url, { method: "POST", headers: { "x-custom": "yes" } });
  expect(await readBody(request, 10)).toBeNull();
  expect(withBody(request, null).headers.get("x-custom")).toBe("yes");
});
