import { describe, expect, test } from "vitest";
import {
  hashBackupCode,
  makeBackupCodes,
  parseBackupCode,
  findStep,
  makeTotp,
} from "./challenge.ts";

const secret = Buffer.from("12345678901234567890");

describe("Codes", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i seconds are the last six digits of RFC 6238's", (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(findStep(secret, code, new Date(seconds * 1000))).toBe(step);
  });

  test("are accepted one step early or late, and no more", () => {
    // The first codes of RFC 4226, each that of one step.
    const codes = ["755224", "287082", "359152", "969429", "338314"];
    const duringStep2 = [60_000, 89_999].map((time) => new Date(time));
    for (const now of duringStep2) {
      const found = codes.map((code) => findStep(secret, code, now));
      expect(found).toEqual([undefined, 1, 2, 3, undefined]);
    }
    for (const wrong of ["", "35915", "3591520", "abcdef"]) {
      expect(findStep(secret, wrong, new Date(60_000))).toBeUndefined();
    }
  });
});

test("Secrets have 160 bits and are all different", () => {
  const secrets = Array.from({ length: 50 }, () => makeTotp("mei@example.com").secret);
  expect(secrets.every(({ bytes }) => bytes.length === 20)).toBe(true);
  expect(new Set(secrets.map(({ base32 }) => base32)).size).toBe(50);
});

test("The URI for the app names the product and the account", () => {
  const totp = makeTotp("mei+x@example.com");
  expect(totp.toString()).toBe(
    `otpauth://totp/Sampan:mei%2Bx%40example.com?issuer=Sampan&secret=${totp.secret.base32}&algorithm=SHA1&digits=6&period=30`,
  );
});

describe("Backup codes", () => {
  test("are ten, all different, and accepted as users type them", () => {
    const codes = makeBackupCodes();
    expect(new Set(codes).size).toBe(10);
    const [first = ""] = codes;
    const bare = first.replace("-", "");
    for (const typed of [first, bare, first.toUpperCase(), ` ${first.replace("-", " ")} `]) {
      expect(parseBackupCode(typed)).toBe(bare);
    }
    for (const wrong of ["", "123456", `${first}x`, "!!!!!-!!!!!"]) {
      expect(parseBackupCode(wrong)).toBeNull();
    }
  });

  test("are hashed by secret and user", () => {
    const hashes = [
      hashBackupCode("a secret", "mei", "abcdefghjk"),
      hashBackupCode("a secret", "ada", "abcdefghjk"),
      hashBackupCode("another secret", "mei", "abcdefghjk"),
    ];
    expect(new Set(hashes.map((hash) => hash.toString("hex"))).size).toBe(3);
  });
});
