import { describe, expect, test } from "vitest";
import { commonPasswords, checkPassword } from "./password.ts";

describe("a password", () => {
  test.each([
    ["six characters", "k7#vQz"],
    ["64 characters", "tall ship ".repeat(6) + "noon"],
    ["128 characters", "aB3$".repeat(32)],
    ["blanks within", "tall ship at noon"],
    ["letters of any script", "月亮船在港湾里"],
    ["a common word inside", "mypassword is a boat"],
  ])("with %s is taken", (_, password) => {
    expect(checkPassword(password)).toEqual({ ok: true });
  });

  test.each([
    ["", "too_short"],
    ["k7#vQ", "too_short"],
    ["🚢🚢🚢🚢🚢", "too_short"],
    ["aB3$".repeat(32) + "x", "too_long"],
    ["123456", "too_common"],
    ["password", "too_common"],
    ["PassWord", "too_common"],
    [" qwerty123 ", "too_common"],
    ["111111", "too_common"],
    ["iloveyou", "too_common"],
    ["letmein", "too_common"],
    ["michael1", "too_common"],
    ["1qaz2wsx", "too_common"],
    ["woaini1314", "too_common"],
  ])("%j is rejected as %s", (password, reason) => {
    expect(checkPassword(password)).toEqual({ ok: false, reason });
  });

  test("of 128 characters outside the basic plane is accepted, one more is not", () => {
    const ships = Array.from({ length: 128 }, () => "🚢").join("");
    expect(checkPassword(ships)).toEqual({ ok: true });
    expect(checkPassword(`${ships}🚢`)).toEqual({ ok: false, reason: "too_long" });
  });
});

test("the list of common passwords holds over 3,000, sorted, lower case, each once", () => {
  const entries = commonPasswords.trim().split(/\s+/);
  expect(entries.length).toBeGreaterThanOrEqual(3000);
  expect(entries).toEqual([...new Set(entries)].toSorted());
  expect(entries.filter((entry) => entry.length < 6 || entry !== entry.toLowerCase())).toEqual([]);
});
