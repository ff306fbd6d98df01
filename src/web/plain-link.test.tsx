// Shows that calls of plain JSON speak the library's language without it, and that all others reach it.
import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { plainLink } from "./plain-link.ts";

const asJson = { headers: { "content-type": "application/json" } };

function answering(answer: () => Response) {
  const asked: Request[] = [];
  const link = plainLink({
    headers: () => ({ "x-time-zone": "Asia/Hong_Kong" }),
    fetch: (request) => {
      asked.push(request);
      return Promise.resolve(answer());
    },
  });
  return {
    asked,
    call: (input: unknown) => link.call(["wallet", "readWallet"], input, { context: {} }),
  };
}

test("a call is posted under its name, in the library's envelope", async () => {
  const { asked, call } = answering(() => Response.json({ json: { balanceCents: 12_550 } }));
  expect(await call({ page: 1, search: undefined })).toEqual({ balanceCents: 12_550 });
  expect(asked).toHaveLength(1);
  expect(new URL(asked[0]?.url ?? "").pathname).toBe("/api/rpc/wallet/readWallet");
  expect(asked[0]?.headers.get("x-time-zone")).toBe("Asia/Hong_Kong");
  expect(await asked[0]?.json()).toEqual({ json: { page: 1 } });
});

test("a refusal arrives with its code, sentence and details", async () => {
  const json = {
    defined: false,
    code: "invalid_amount",
    status: 400,
    message: "Invalid amount",
    data: { atLeast: 1 },
  };
  const { call } = answering(() => Response.json({ json }, { status: 400 }));
  const error = await call({}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ORPCError);
  expect(error).toMatchObject({
    code: "invalid_amount",
    status: 400,
    message: "Invalid amount",
    data: { atLeast: 1 },
  });
});

test("an answer with a value that JSON does not know is read by the library, and asked for once", async () => {
  const text = JSON.stringify({ json: { at: "2031-04-02T08:30:00.000Z" }, meta: [[1, "at"]] });
  const { asked, call } = answering(() => new Response(text, asJson));
  expect(await call({})).toEqual({ at: new Date("2031-04-02T08:30:00.000Z") });
  expect(asked).toHaveLength(1);
});

test("a stream is read by the library, and asked for once", async () => {
  const events = 'event: message\ndata: {"json":{"topic":"wallet"}}\n\nevent: done\ndata: {}\n\n';
  const { asked, call } = answering(
    () => new Response(events, { headers: { "content-type": "text/event-stream" } }),
  );
  const notified: unknown[] = [];
  for await (const event of (await call({})) as AsyncIterable<unknown>) notified.push(event);
  expect(notified).toEqual([{ topic: "wallet" }]);
  expect(asked).toHaveLength(1);
});

test("a file goes out as the library sends it", async () => {
  const { asked, call } = answering(() => Response.json({ json: { stored: true } }));
  const file = new File(["tea"], "tea.png", { type: "image/png" });
  expect(await call({ packageId: "1", file })).toEqual({ stored: true });
  expect(asked[0]?.headers.get("content-type")).toContain("multipart/form-data");
});

test("what is no answer of ours, such as a proxy's page, fails as an error of the server", async () => {
  const { call } = answering(
    () =>
      new Response("<h1>Bad gateway</h1>", {
        status: 502,
        headers: { "content-type": "text/html" },
      }),
  );
  await expect(call({})).rejects.toThrow();
});
