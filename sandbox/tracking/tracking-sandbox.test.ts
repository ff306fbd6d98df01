/** Stories, clock, faults and pushes, through the API and the controls alone. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import * as z from "zod";
import { signBody } from "./pushes.ts";
import { storyNames } from "./stories.ts";
import type { RouteOfTag } from "./api.ts";
import { createTrackingSandbox } from "./tracking-sandbox.ts";

const publicUrl = "http://localhost:3000/sandbox/tracking";
const apiKey = "key of the tests";

type Push = { readonly body: string; readonly sign: string };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const event = z.object({
  sub_status: z.string(),
  location: z.string().nullable(),
  time_raw: z.object({ timezone: z.unknown() }),
});
const info = z.object({
  latest_status: z.object({ sub_status: z.string() }),
  tracking: z.object({
    providers: z.array(
      z.object({ provider: z.object({ key: z.number() }), events: z.array(event) }),
    ),
  }),
});
const pushed = z.object({
  event: z.string(),
  data: z.object({ number: z.string(), tag: z.string().nullable(), track_info: info }),
});

function openSandbox(answers: (number | "unreachable")[] = [], routeOfTag?: RouteOfTag) {
  const folder = mkdtempSync(join(tmpdir(), "tracking-sandbox-"));
  let now = Date.parse("2026-11-20T08:00:00Z");
  const pushes: Push[] = [];
  const sandbox = createTrackingSandbox({
    dataFile: join(folder, "tracking.sqlite"),
    publicUrl,
    apiKey,
    webhookUrl: "http://shop.test/webhook",
    now: () => new Date(now),
    retryMilliseconds: [1_000, 60_000],
    ...(routeOfTag !== undefined && { routeOfTag }),
    async deliver(request) {
      pushes.push({ body: await request.text(), sign: request.headers.get("sign") ?? "" });
      const answer = answers[pushes.length - 1] ?? 200;
      if (answer === "unreachable") throw new Error("connection refused");
      return new Response(null, { status: answer });
    },
  });
  closing.push(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const post = async (path: string, body: unknown) =>
    await sandbox.fetch(
      new Request(`${publicUrl}/${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "17token": apiKey },
      }),
    );
  return {
    sandbox,
    pushes,
    post,
    api: (verb: string, body: unknown) => post(`track/v2.4/${verb}`, body),
    advanceWall: (milliseconds: number) => {
      now += milliseconds;
    },
    parsed: () => pushes.map(({ body }) => pushed.parse(JSON.parse(body))),
  };
}

async function registered(number: string, routeOfTag?: RouteOfTag) {
  const open = openSandbox([], routeOfTag);
  open.sandbox.start();
  await open.api("register", [{ number, tag: "t-1" }]);
  return open;
}

/** Everything that happens to a number, the first event first. */
async function statusesOf(number: string): Promise<string[]> {
  const open = await registered(number);
  await open.post("clock", { advanceHours: 1000 });
  const answer = await open.api("gettrackinfo", [{ number }]);
  const { data } = z
    .object({ data: z.object({ accepted: z.array(z.object({ track_info: info })) }) })
    .parse(await answer.json());
  const providers = data.accepted[0]?.track_info.tracking.providers ?? [];
  return providers
    .toReversed()
    .flatMap(({ events }) => events.map(({ sub_status: status }) => status).toReversed());
}

describe("A number's last two digits choose its story", () => {
  test.runIf(isLongRun).each([
    ["RB123456701HK", 8, "Delivered_Other"],
    ["LX00000002", 2, "InTransit_PickedUp"],
    ["LX00000003", 8, "Delivered_Other"],
    ["LX00000004", 7, "Exception_Returned"],
    ["LX00000005", 7, "InTransit_Other"],
    ["LX00000006", 0, undefined],
    ["LX00000007", 8, "Delivered_Other"],
    ["LX00000008", 6, "Delivered_Other"],
    ["LX00000009", 8, "Delivered_Other"],
    ["LX00000010", 6, "Delivered_Other"],
    ["LX00000099", 8, "Delivered_Other"],
  ])("%s has %i events and ends with %s", async (number, count, last) => {
    const statuses = await statusesOf(number);
    expect([statuses.length, statuses.at(-1)]).toEqual([count, last]);
  });

  test.runIf(isLongRun)(
    "and a chosen story comes first, also for a number that is registered",
    async () => {
      const { post, parsed } = await registered("LX00000001");
      await post("stories", { number: "LX00000001", story: "comes_back", destination: "GB" });
      await post("clock", { advanceHours: 1000 });
      // The first event of the story before it was pushed as well.
      await vi.waitUntil(() => parsed().length === 8);
      expect(parsed().at(-1)?.data.track_info.latest_status.sub_status).toBe("Exception_Returned");
      const both = { number: "LX00000001", story: "plain", steps: [] };
      expect((await post("stories", both)).status).toBe(400);
      expect(storyNames).toHaveLength(10);
    },
  );
});

describe("A story is played where its number goes", () => {
  const placesOf = async (number: string, choice: Record<string, unknown> | null = null) => {
    const { post, parsed } = await registered(number);
    if (choice !== null) await post("stories", { number, story: "plain", ...choice });
    await post("clock", { advanceHours: 1000 });
    await vi.waitUntil(() => parsed().length >= 8);
    const events = parsed()
      .at(-1)
      ?.data.track_info.tracking.providers.flatMap((provider) => provider.events);
    return new Set(events?.map(({ location }) => location));
  };

  test.runIf(isLongRun).each([
    ["RB123456701HK", ["Hong Kong", "Los Angeles"]],
    ["RB123456701SG", ["Los Angeles", "Singapore"]],
    ["SF1234567890101", ["Hong Kong", "Shenzhen"]],
    ["LX00000001", ["Hong Kong", "Los Angeles"]],
  ])("%s at %j", async (number, places) => {
    expect(await placesOf(number)).toEqual(new Set(places));
  });

  test.runIf(isLongRun)("and where somebody chose, the rest as the number says", async () => {
    expect(await placesOf("RB123456702SG", { destination: "GB" })).toEqual(
      new Set(["London", "Singapore"]),
    );
  });
});

test.runIf(isLongRun)(
  "what is registered under a known tag goes where that goes, also in another story",
  async () => {
    const routeOfTag: RouteOfTag = async (tag) =>
      tag === "t-1" ? { origin: "HK", destination: "MY" } : null;
    const { post, parsed } = await registered("RB123456701HK", routeOfTag);
    const countries = () =>
      parsed()
        .at(-1)
        ?.data.track_info.tracking.providers.flatMap(({ events }) =>
          events.map(({ location }) => location),
        );
    await post("clock", { advanceHours: 1000 });
    await vi.waitUntil(() => parsed().length === 8);
    expect(new Set(countries())).toEqual(new Set(["Hong Kong", "Kuala Lumpur"]));
    await post("stories", { number: "RB123456701HK", story: "without_zone" });
    await post("clock", { advanceHours: 1000 });
    await vi.waitUntil(() => parsed().length === 14);
    expect(new Set(countries())).toEqual(new Set(["Hong Kong", "Kuala Lumpur"]));
  },
);

test("events happen by the clock, each pushed with all that is known, and by hand", async () => {
  const { post, parsed, advanceWall, sandbox } = await registered("LX00000008");
  await post("clock", { speed: 3600 });
  advanceWall(7_000);
  await sandbox.fetch(new Request(publicUrl));
  await vi.waitUntil(() => parsed().length === 2);
  expect(parsed().map(({ data }) => data.track_info.tracking.providers[0]?.events.length)).toEqual([
    1, 2,
  ]);
  await post("events", { number: "LX00000008" });
  await vi.waitUntil(() => parsed().length === 3);
  expect(parsed()[2]).toMatchObject({ event: "TRACKING_UPDATED", data: { tag: "t-1" } });
  const [newest] = parsed()[2]?.data.track_info.tracking.providers[0]?.events ?? [];
  expect(newest).toMatchObject({ sub_status: "InTransit_Departure", time_raw: { timezone: null } });
  expect(await (await post("events", { number: "unknown" })).json()).toEqual({ isPushed: false });
});

describe("Pushes", () => {
  test.runIf(isLongRun)(
    "are signed, repeated until they are accepted, and given up in the end",
    async () => {
      const open = openSandbox([500, 302, 200, "unreachable", 500, 500]);
      open.sandbox.start();
      await open.api("register", [{ number: "LX00000001" }]);
      for (const [count, wait] of [
        [2, 1_000],
        [3, 60_000],
      ] as const) {
        await vi.waitUntil(() => open.pushes.length === count - 1);
        // The answer is recorded after it is given.
        await vi.waitUntil(async () => {
          open.advanceWall(wait);
          await open.post("faults", {});
          return open.pushes.length === count;
        });
      }
      expect(new Set(open.pushes.map(({ body }) => body)).size).toBe(1);
      for (const { body, sign } of open.pushes) expect(sign).toBe(signBody(body, apiKey));
      await open.post("events", { number: "LX00000001" });
      await vi.waitUntil(async () => {
        open.advanceWall(60_000);
        const counted = z
          .object({ "given up": z.number() })
          .parse(await (await open.post("pushes", {})).json());
        return counted["given up"] === 1;
      });
      expect(open.pushes).toHaveLength(6);
    },
  );

  test.runIf(isLongRun)(
    "are doubled, dropped, reordered, held and wrongly signed as the faults say",
    async () => {
      const open = openSandbox();
      open.sandbox.start();
      await open.post("faults", { areHeld: true, areReordered: true, pushCopies: 2 });
      await open.post("faults", { dropsPerMille: 300, hasWrongSignature: true });
      await open.api(
        "register",
        Array.from({ length: 20 }, (_, index) => ({ number: `LX000${index + 100}00` })),
      );
      await open.post("clock", { advanceHours: 1000 });
      expect(open.pushes).toHaveLength(0);
      const counted = z.object({ waiting: z.number(), dropped: z.number() });
      const { waiting, dropped } = counted.parse(await (await open.post("pushes", {})).json());
      expect(waiting + dropped).toBe(320);
      expect(dropped).toBeGreaterThan(50);
      await open.post("faults", { areHeld: false });
      await vi.waitUntil(() => open.pushes.length === waiting);
      const counts = open
        .parsed()
        .filter(({ data }) => data.number === "LX00010000")
        .map(({ data }) => data.track_info.tracking.providers[0]?.events.length ?? 0);
      expect(counts).not.toEqual(counts.toSorted((a, b) => a - b));
      expect(counts.length).toBeGreaterThan(new Set(counts).size);
      const [first] = open.pushes;
      expect(first?.sign).not.toBe(signBody(first?.body ?? "", apiKey));
    },
  );
});

test.runIf(isLongRun)(
  "the page shows what a number has done, and its button pushes the next event",
  async () => {
    const { sandbox, post, parsed } = await registered("LX00000001");
    await post("faults", { areReordered: true });
    const send = async (fields: Record<string, string>) =>
      await sandbox.fetch(
        new Request(publicUrl, { method: "POST", body: new URLSearchParams(fields) }),
      );
    const number = { number: "LX00000001", carrier: "190271" };
    const answer = await send({ control: "events", search: "LX", ...number });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/sandbox/tracking?number=LX",
    ]);
    await vi.waitUntil(() => parsed().length === 2);
    const shown = await sandbox.fetch(new Request(`${publicUrl}?number=lx<`));
    expect(await shown.text()).toContain("No registered number has this.");
    const page = await (await sandbox.fetch(new Request(publicUrl))).text();
    expect(page).toContain("InTransit_PickedUp");
    expect(page).toContain("2 of 8 events");
    const wrong = await send({ control: "clock", search: "", advanceHours: "soon" });
    expect(wrong.status).toBe(400);
    expect((await send({ control: "nothing" })).status).toBe(404);
  },
);
