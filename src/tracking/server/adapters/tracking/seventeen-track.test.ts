import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTrackingSandbox } from "#sandbox/tracking/tracking-sandbox.ts";
import { trackingStages } from "#tracking/rules/tracking-stages.ts";
import { checkTrackingKey, createSeventeenTrack } from "./seventeen-track.ts";
import { createRequestPace } from "./seventeen-track-request.ts";
import { stageOf } from "./seventeen-track-trackers.ts";
import { TrackingError, type NumberToFollow } from "./tracking.ts";

const apiKey = "4F1C0A7E9B3D";
let folder: string;
let origin: string;
/** What the server answers in place of the sandbox, and what it was asked. */
let answer: ((path: string) => { status?: number; headers?: object; body: string }) | null = null;
let asked: { path: string; key: string | undefined; body: unknown }[] = [];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const path = request.url ?? "";
    const text = Buffer.concat(chunks).toString();
    asked.push({ path, key: String(request.headers["17token"]), body: JSON.parse(text) });
    if (answer !== null) {
      const { status = 200, headers = {}, body } = answer(path);
      response.writeHead(status, { ...headers }).end(body);
      return;
    }
    const headers = { "17token": String(request.headers["17token"]) };
    void sandbox
      .fetch(new Request(`${origin}${path}`, { method: "POST", headers, body: text }))
      .then(async (answered) => {
        response.writeHead(answered.status, Object.fromEntries(answered.headers));
        response.end(await answered.text());
      });
  });
});
let sandbox: ReturnType<typeof createTrackingSandbox>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "seventeen-track-"));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sandbox = createTrackingSandbox({
    dataFile: join(folder, "tracking.sqlite"),
    publicUrl: origin,
    apiKey,
    webhookUrl: "http://shop.test/webhook",
  });
});

afterAll(async () => {
  await sandbox.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  answer = null;
  asked = [];
});

const tracking = (access: object = {}) =>
  createSeventeenTrack({
    apiKey,
    apiBase: `${origin}/track/v2.4`,
    pauseMilliseconds: 0,
    timeoutMilliseconds: 400,
    ...access,
  });

const following = (trackingNumber: string, changes: object = {}): NumberToFollow => ({
  trackingNumber,
  providerCarrier: null,
  tag: "t-1",
  extra: null,
  ...changes,
});

const known = (trackingNumber: string, providerCarrier: string | null = null) => ({
  trackingNumber,
  providerCarrier,
});

async function control(name: string, body: object): Promise<void> {
  const request = new Request(`${origin}/${name}`, { method: "POST", body: JSON.stringify(body) });
  expect((await sandbox.fetch(request)).status).toBe(200);
}

/** Answers each request with what 17TRACK was seen to answer, with other numbers. */
const answering = (data: object) => {
  answer = () => ({ body: JSON.stringify({ code: 0, data }) });
};

describe("Against the sandbox", () => {
  test("numbers are followed, read, changed and stopped", async () => {
    const { follow, read, changeCarrier, stop } = tracking();
    const numbers = [
      following("RB000000001HK"),
      following("SF0000000000102", { providerCarrier: "100012", extra: "4711" }),
      following("no number"),
      following("-----"),
    ];
    expect(await follow(numbers)).toEqual({
      followed: [known("RB000000001HK", "8011"), known("SF0000000000102", "100012")],
      refused: [
        expect.objectContaining({ trackingNumber: "no number", reason: "invalid_number" }),
        expect.objectContaining({ trackingNumber: "-----", reason: "unknown_carrier" }),
      ],
    });
    expect(asked[0]).toMatchObject({
      path: "/track/v2.4/register",
      key: apiKey,
      body: [
        { number: "RB000000001HK", auto_detection: true, tag: "t-1" },
        { number: "SF0000000000102", carrier: 100012, auto_detection: true, param: "4711" },
        {},
        {},
      ],
    });
    expect((await follow(numbers)).refused[0]).toMatchObject({ reason: "already_followed" });

    // The first event happened with the registration.
    const { trackers, refused } = await read([known("RB000000001HK"), known("LX999")]);
    expect(trackers).toEqual([
      {
        trackingNumber: "RB000000001HK",
        providerCarrier: "8011",
        tag: "t-1",
        state: "following",
        events: [
          {
            stage: "announced",
            providerStatus: "InfoReceived",
            occurred: {
              date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
              time: expect.stringMatching(/^\d\d:\d\d:\d\d$/) as string,
              utcOffsetMinutes: 480,
            },
            description: "Shipment information received",
            place: "Hong Kong",
            country: "HK",
          },
        ],
      },
    ]);
    expect(refused).toMatchObject([{ trackingNumber: "LX999", reason: "not_followed" }]);

    const number = known("RB000000001HK", "8011");
    expect(await changeCarrier(number, "3011")).toBeNull();
    expect(asked.at(-1)?.body).toEqual([
      { number: "RB000000001HK", carrier_old: 8011, carrier_new: 3011 },
    ]);
    expect(await changeCarrier(number, "3013")).toMatchObject({ reason: "not_followed" });
    expect(await changeCarrier(number, "china-post")).toMatchObject({ reason: "unknown_carrier" });
    await stop([known("RB000000001HK", "3011")]);
    await stop([known("RB000000001HK", "3011"), known("LX999")]);
  });

  test("a number of which nothing is known yet, or at all", async () => {
    const { follow, read } = tracking();
    await follow([following("LX00000106")]);
    expect((await read([known("LX00000106")])).trackers).toMatchObject([
      { state: "following", events: [] },
    ]);
    await control("clock", { advanceHours: 2 });
    expect((await read([known("LX00000106")])).trackers).toMatchObject([
      { state: "not_found", events: [], providerCarrier: "190271" },
    ]);
  });

  test("the quota is read, and its end is told for each number", async () => {
    const { follow, readQuota } = tracking();
    const { used } = await readQuota();
    await control("quota", { total: used + 1 });
    const { followed, refused } = await follow([following("LX00000201"), following("LX00000301")]);
    expect(followed).toMatchObject([{ trackingNumber: "LX00000201" }]);
    expect(refused).toMatchObject([{ trackingNumber: "LX00000301", reason: "quota_used" }]);
    expect(await readQuota()).toEqual({ total: used + 1, used: used + 1 });
    await control("quota", { total: 10_000 });
  });

  test.each([
    [{ api: "rate_limited", retryAfterSeconds: 30 }, "rate_limited", 30],
    [{ api: "rate_limited", retryAfterSeconds: null }, "rate_limited", null],
    [{ api: "server_error" }, "unavailable", null],
    [{ api: "malformed" }, "malformed_answer", null],
    [{ api: "slow", slowMilliseconds: 5_000 }, "unavailable", null],
  ])("the fault %o is %s", async (fault, reason, retryAfterSeconds) => {
    await control("faults", { ...fault, apiTimes: 1 });
    await expect(tracking().readQuota()).rejects.toMatchObject({ reason, retryAfterSeconds });
    await expect(tracking().readQuota()).resolves.toMatchObject({ total: 10_000 });
  });

  test("a key is checked without using the quota", async () => {
    const apiBase = `${origin}/track/v2.4`;
    expect(await checkTrackingKey({ apiKey, apiBase })).toBe("accepted");
    expect(await checkTrackingKey({ apiKey: "4F1C0A7E9B3E", apiBase })).toBe("rejected");
    answer = () => ({ status: 503, body: "" });
    expect(await checkTrackingKey({ apiKey, apiBase })).toBe("unavailable");
  });
});

describe("An answer", () => {
  const wrongKey = { code: -18010002, data: { errors: [{ code: -18010002, message: "Key" }] } };
  test.each<[string, number, string, TrackingError["reason"]]>([
    ["that is empty", 200, "", "malformed_answer"],
    ["that is another page", 200, "<html></html>", "malformed_answer"],
    ["of another shape", 200, '{"quota":5}', "malformed_answer"],
    ["without what was asked", 200, '{"code":0,"data":{}}', "malformed_answer"],
    ["with a negative quota", 200, quotaBody(-1), "malformed_answer"],
    ["with errors in place of data", 200, '{"code":-18010003,"data":null}', "unavailable"],
    ["that refuses the key", 200, JSON.stringify(wrongKey), "invalid_key"],
    ["that refuses the key, inside", 200, JSON.stringify({ ...wrongKey, code: 0 }), "invalid_key"],
    ["401", 401, JSON.stringify(wrongKey), "invalid_key"],
    ["403", 403, "", "invalid_key"],
    ["404", 404, quotaBody(1), "unavailable"],
    ["502", 502, quotaBody(1), "unavailable"],
    ["that leads elsewhere", 302, "", "unavailable"],
    ["that is too long", 200, `{"code":0,"data":"${"x".repeat(9_000_000)}"}`, "malformed_answer"],
  ])("%s is an error", async (_, status, body, reason) => {
    const headers = { location: `${origin}/other` };
    answer = () => ({ status, body, headers });
    const { readQuota } = tracking({ timeoutMilliseconds: 5_000 });
    await expect(readQuota()).rejects.toMatchObject({ name: "TrackingError", reason });
  });

  test.each([
    ["Mon, 23 Nov 2099 00:00:00 GMT", 86_400],
    ["Mon, 20 Nov 2000 00:00:00 GMT", 0],
    ["soon", null],
  ])("429 with Retry-After: %s", async (retryAfter, retryAfterSeconds) => {
    answer = () => ({ status: 429, body: "", headers: { "retry-after": retryAfter } });
    await expect(tracking().readQuota()).rejects.toMatchObject({ retryAfterSeconds });
  });

  test("no server, and more numbers than a request holds", async () => {
    const closed = tracking({ apiBase: "http://127.0.0.1:1/track/v2.4" });
    await expect(closed.readQuota()).rejects.toMatchObject({ reason: "unavailable" });
    const numbers = Array.from({ length: 41 }, (_, index) => known(`LX${index}`));
    await expect(tracking().read(numbers)).rejects.toThrow(RangeError);
    expect(await tracking().read([])).toEqual({ trackers: [], refused: [] });
    expect(asked).toEqual([]);
  });

  test("refusals of single numbers", async () => {
    const rejectedAs = (code: number) => ({ number: "A", error: { code, message: "No" } });
    const codes = [-18019907, -18010013, -18019910, -18019911, -18010020, -1];
    answering({ accepted: [], rejected: codes.map(rejectedAs) });
    const { refused } = await tracking().follow([following("A")]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      "quota_used",
      "invalid_number",
      "unknown_carrier",
      "unknown_carrier",
      "other",
      "other",
    ]);
    expect(refused[4]?.message).toBe("No (-18010020)");
    answering({ accepted: [], rejected: [rejectedAs(-18010003)] });
    await expect(tracking().stop([known("A")])).rejects.toBeInstanceOf(TrackingError);
  });
});

function quotaBody(total: number): string {
  return JSON.stringify({ code: 0, data: { quota_total: total, quota_used: 0 } });
}

const { readMessage, isSigned } = tracking({ apiBase: null });

function eventOf(event: object) {
  const providers = [{ provider: { key: 3011 }, events: [event] }];
  const track_info = { latest_status: { status: "InTransit" }, tracking: { providers } };
  const data = { number: "A", carrier: 3011, tag: null, track_info };
  return readMessage({ event: "TRACKING_UPDATED", data })?.events[0];
}

describe("The time of an event", () => {
  const raw = { date: "2026-11-20", time: "09:30:00", timezone: "-05:00" };
  const iso = "2026-11-20T22:30:00+08:00";
  test.each([
    [{ time_raw: raw, time_iso: iso }, ["2026-11-20", "09:30:00", -300]],
    // A zone that 17TRACK guessed is not believed.
    [{ time_raw: { ...raw, timezone: null }, time_iso: iso }, ["2026-11-20", "09:30:00", null]],
    [{ time_raw: { ...raw, timezone: "EST" }, time_iso: iso }, ["2026-11-20", "09:30:00", null]],
    [{ time_raw: { ...raw, timezone: "Z" } }, ["2026-11-20", "09:30:00", 0]],
    [{ time_raw: { ...raw, timezone: "+25:00" } }, ["2026-11-20", "09:30:00", null]],
    [{ time_raw: { ...raw, time: "09:30" } }, ["2026-11-20", "09:30:00", -300]],
    [{ time_raw: { ...raw, time: null } }, ["2026-11-20", null, null]],
    [{ time_raw: { ...raw, time: "25:00:00" } }, ["2026-11-20", null, null]],
    [{ time_raw: null, time_iso: iso }, ["2026-11-20", "22:30:00", null]],
    [{ time_raw: "yesterday", time_iso: iso }, ["2026-11-20", "22:30:00", null]],
    [{ time_raw: { date: "2026-02-30" }, time_iso: iso }, ["2026-11-20", "22:30:00", null]],
    [{ time_utc: "2026-11-20T14:30:00Z" }, ["2026-11-20", "14:30:00", 0]],
  ])("%o", (times, [date, time, utcOffsetMinutes]) => {
    expect(eventOf({ sub_status: "InTransit_Other", ...times })?.occurred).toEqual({
      date,
      time,
      utcOffsetMinutes,
    });
  });

  test("an event without a day has no place in the timeline", () => {
    expect(eventOf({ sub_status: "InTransit_Other", description: "Somewhere" })).toBeUndefined();
  });
});

test("places, countries and words of events are kept as they are told", () => {
  const description = `<script>alert(1)</script> \u202E${"x".repeat(10_000)}`;
  const time_iso = "2026-11-20T22:30:00";
  const address = { country: "us", city: "Austin", state: "TX" };
  expect(eventOf({ time_iso, description, location: " ", address })).toMatchObject({
    description,
    place: "Austin, TX",
    country: "US",
    stage: null,
    providerStatus: "",
  });
  const odd = { time_iso, location: "Depot 7", stage: "PickedUp", address: { country: "U1" } };
  expect(eventOf(odd)).toMatchObject({ place: "Depot 7", country: null });
});

describe("The stage of a status", () => {
  const rows: readonly (readonly [string, ReturnType<typeof stageOf>])[] = [
    ["NotFound_Other", "unknown_number"],
    ["NotFound_InvalidCode", "unknown_number"],
    ["InfoReceived", "announced"],
    ["InTransit_PickedUp", "picked_up"],
    ["InTransit_Other", "moving"],
    ["InTransit_Departure", "departed"],
    ["InTransit_Arrival", "arrived"],
    ["InTransit_CustomsProcessing", "customs"],
    ["InTransit_CustomsReleased", "customs_released"],
    ["InTransit_CustomsRequiringInformation", "customs_information_required"],
    ["Expired_Other", "expired"],
    ["AvailableForPickup_Other", "ready_for_collection"],
    ["OutForDelivery_Other", "out_for_delivery"],
    ["DeliveryFailure_Other", "attempt_failed"],
    ["DeliveryFailure_NoBody", "attempt_failed"],
    ["DeliveryFailure_Security", "attempt_failed"],
    ["DeliveryFailure_Rejected", "attempt_failed"],
    ["DeliveryFailure_InvalidAddress", "attempt_failed"],
    ["Delivered_Other", "delivered"],
    ["Exception_Other", "delayed"],
    ["Exception_Returning", "returning"],
    ["Exception_Returned", "returned"],
    ["Exception_NoBody", "stopped"],
    ["Exception_Security", "stopped"],
    ["Exception_Damage", "damaged"],
    ["Exception_Rejected", "refused"],
    ["Exception_Delayed", "delayed"],
    ["Exception_Lost", "lost"],
    ["Exception_Destroyed", "destroyed"],
    ["Exception_Cancel", "stopped"],
    // Newer sub statuses fall back to their status.
    ["InTransit_Spaceport", "moving"],
    ["Delivered_Drone", "delivered"],
    ["Teleported", null],
    ["Teleported_Other", null],
    ["toString", null],
    ["", null],
  ];
  test.each(rows)("%s is %s", (status, stage) => expect(stageOf(status)).toBe(stage));

  test("every stage has a status", () => {
    expect(new Set(rows.map(([, stage]) => stage).filter((stage) => stage !== null))).toEqual(
      new Set(trackingStages),
    );
  });
});

describe("A push", () => {
  const body = Buffer.from('{"event":"TRACKING_UPDATED","data":{"text":"\u00E9\u9806"}}');
  const sign = createHash("sha256").update(body).update(`/${apiKey}`).digest("hex");
  test.each<[string, Record<string, string>, Uint8Array, boolean]>([
    ["with its signature", { sign }, body, true],
    ["with its signature in capitals", { sign: sign.toUpperCase() }, body, true],
    ["without one", {}, body, false],
    ["with an empty one", { sign: "" }, body, false],
    ["with half of it", { sign: sign.slice(0, 32) }, body, false],
    ["with another", { sign: sign.replace(/^./, sign.startsWith("0") ? "1" : "0") }, body, false],
    ["with letters of more bytes", { sign: "\u00E9".repeat(64) }, body, false],
    ["with another body", { sign }, Buffer.concat([body, Buffer.from(" ")]), false],
    ["with an empty body", { sign }, Buffer.from(""), false],
  ])("%s", (_, headers, raw, isRight) => {
    expect(isSigned(raw, new Headers(headers))).toBe(isRight);
  });

  test("of a number that is no longer followed, of other things, and of nothing", () => {
    const data = { number: "A", carrier: 0, tag: "", track_info: null };
    expect(readMessage({ event: "TRACKING_STOPPED", data })).toEqual({
      trackingNumber: "A",
      providerCarrier: null,
      tag: null,
      state: "ended",
      events: [],
    });
    expect(readMessage({ event: "ACCOUNT_NEWS", data: 5 })).toBeNull();
    for (const malformed of [null, [], {}, { event: "TRACKING_UPDATED", data: { number: 5 } }]) {
      expect(() => readMessage(malformed)).toThrow(TrackingError);
    }
  });
});

test("B21: requests start apart, and none waits for long", async () => {
  const pace = createRequestPace(60, 100);
  const startedAt = performance.now();
  await Promise.all([pace(), pace()]);
  expect(performance.now() - startedAt).toBeGreaterThan(55);
  const waiting = [pace(), pace(), pace(), pace()];
  const settled = await Promise.allSettled(waiting);
  expect(settled.at(-1)).toMatchObject({ reason: { reason: "rate_limited" } });
});
