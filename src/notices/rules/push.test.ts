import { describe, expect, test } from "vitest";
import {
  endOfQuietHours,
  ignoresQuietHours,
  pushExpiresAt,
  pushRetrySeconds,
  pushTag,
} from "./push.ts";

describe("quiet hours", () => {
  test.each([
    ["Asia/Hong_Kong", "2026-05-04T13:59:00Z", null],
    ["Asia/Hong_Kong", "2026-05-04T14:00:00Z", "2026-05-05T00:00:00Z"],
    ["Asia/Hong_Kong", "2026-05-04T16:30:00Z", "2026-05-05T00:00:00Z"],
    ["Asia/Hong_Kong", "2026-05-04T23:59:59Z", "2026-05-05T00:00:00Z"],
    ["Asia/Hong_Kong", "2026-05-05T00:00:00Z", null],
    ["America/New_York", "2026-05-05T01:59:00Z", null],
    ["America/New_York", "2026-05-05T02:00:00Z", "2026-05-05T12:00:00Z"],
    // The night in which the clocks go forward is an hour shorter, and the other one longer.
    ["America/New_York", "2026-03-08T03:00:00Z", "2026-03-08T12:00:00Z"],
    ["America/New_York", "2026-11-01T02:00:00Z", "2026-11-01T13:00:00Z"],
    ["Asia/Kathmandu", "2026-05-04T16:15:00Z", "2026-05-05T02:15:00Z"],
    ["UTC", "2026-12-31T23:00:00Z", "2027-01-01T08:00:00Z"],
  ])("in %s at %s end at %s", (timeZone, at, end) => {
    const expected = end === null ? null : new Date(end);
    expect(endOfQuietHours(timeZone, new Date(at))).toEqual(expected);
  });

  test("are for everything but a package that is out for delivery", () => {
    const moved = (variant: string) => ({ kind: "package_moved" as const, payload: { variant } });
    expect(ignoresQuietHours(moved("out_for_delivery"))).toBe(true);
    expect(ignoresQuietHours(moved("delivered"))).toBe(false);
    expect(ignoresQuietHours({ kind: "parcel_condition", payload: {} })).toBe(false);
  });
});

test("a notification may be pushed for a day, and in the morning after a night in which that ends", () => {
  const expiry = (createdAt: string) => pushExpiresAt("UTC", new Date(createdAt)).toISOString();
  expect(expiry("2026-05-04T12:00:00Z")).toBe("2026-05-05T12:00:00.000Z");
  expect(expiry("2026-05-04T23:00:00Z")).toBe("2026-05-06T09:00:00.000Z");
});

test("retries wait a minute, then twice as long each time, at most a quarter of an hour", () => {
  expect([1, 2, 3, 4, 5, 6, 90].map(pushRetrySeconds)).toEqual([60, 120, 240, 480, 900, 900, 900]);
});

test("notifications of one package replace one another, parcels that arrive together are heard once", () => {
  expect(pushTag("package_moved", "a")).toEqual({ tag: "a", isHeardAgain: true });
  expect(pushTag("package_late", "a")).toEqual({ tag: "a", isHeardAgain: true });
  expect(pushTag("payment_failed", "a").tag).not.toBe(pushTag("plan_changed", "a").tag);
  expect(pushTag("parcel_received", "a")).toEqual(pushTag("parcel_received", "b"));
  expect(pushTag("parcel_received", "a").isHeardAgain).toBe(false);
});
