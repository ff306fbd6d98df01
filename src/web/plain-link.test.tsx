import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { plainLink } from "./plain-link.ts";

const asJson = { headers: { "content-type": "application/json" } };

function linkTo(respond: () => Response) {
  const requests: Request[] = [];
  const link = plainLink({
    headers: () => ({ "x-time-zone": "Asia/Hong_Kong" }),
    fetch: (request) => {
      requests.push(request);
      return Promise.resolve(respond());
    },
  });
  return {
    requests,
    call: (input: unknown) => link.call(["wallet", "readWallet"], input, { context: {} }),
  };
}

test("a call is posted under its name, in the library's envelope", async () => {
  const { requests, call } = linkTo(() => Response.json({ json: { balanceCents: 12_550 } }));
  expect(await call({ page: 1, search: undefined })).toEqual({ balanceCents: 12_550 });
  expect(requests).toHaveLength(1);
  expect(new URL(requests[0]?.url ?? "").pathname).toBe("/api/rpc/wallet/readWallet");
  expect(requests[0]?.headers.get("x-time-zone")).toBe("Asia/Hong_Kong");
  expect(await requests[0]?.json()).toEqual({ json: { page: 1 } });
});

test("an error has its code, message and details", async () => {
  const json = {
    defined: false,
    code: "invalid_amount",
    status: 400,
    message: "Invalid amount",
    data: { atLeast: 1 },
  };
  const { call } = linkTo(() => Response.json({ json }, { status: 400 }));
  const error = await call({}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ORPCError);
  expect(error).toMatchObject({
    code: "invalid_amount",
    status: 400,
    message: "Invalid amount",
    data: { atLeast: 1 },
  });
});

test("a response with values other than JSON is parsed by the library and requested once", async () => {
  const text = JSON.stringify({ json: { at: "2031-04-02T08:30:00.000Z" }, meta: [[1, "at"]] });
  const { requests, call } = linkTo(() => new Response(text, asJson));
  expect(await call({})).toEqual({ at: new Date("2031-04-02T08:30:00.000Z") });
  expect(requests).toHaveLength(1);
});

test("a stream is read by the library and requested once", async () => {
  const events = 'event: message\ndata: {"json":{"topic":"wallet"}}\n\nevent: done\ndata: {}\n\n';
  const { requests, call } = linkTo(
    () => new Response(events, { headers: { "content-type": "text/event-stream" } }),
  );
  const received: unknown[] = [];
  for await (const event of (await call({})) as AsyncIterable<unknown>) received.push(event);
  expect(received).toEqual([{ topic: "wallet" }]);
  expect(requests).toHaveLength(1);
});

test("a file is sent by the library", async () => {
  const { requests, call } = linkTo(() => Response.json({ json: { stored: true } }));
  const file = new File(["tea"], "tea.png", { type: "image/png" });
  expect(await call({ packageId: "1", file })).toEqual({ stored: true });
  expect(requests[0]?.headers.get("content-type")).toContain("multipart/form-data");
});

test("a response that is not from the API, such as a proxy's page, throws", async () => {
  const { call } = linkTo(
    () =>
      new Response("<h1>Bad gateway</h1>", {
        status: 502,
        headers: { "content-type": "text/html" },
      }),
  );
  await expect(call({})).rejects.toThrow();
});
