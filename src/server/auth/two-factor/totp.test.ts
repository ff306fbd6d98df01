import { describe, expect, test } from "vitest";
import { hashBackupCode, makeBackupCodes, parseBackupCode } from "./backup-codes.ts";
import { base32Of, codeOfStep, findStep, makeTotpSecret, otpauthUri, stepAt } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

describe("Codes", () => {
  test.each([
    [0, "755224"],
    [1, "287082"],
    [2, "359152"],
    [9, "520489"],
  ])("of step %i are those of RFC 4226", (step, code) => {
    expect(codeOfStep(secret, step)).toBe(code);
  });

  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i seconds are the last six digits of RFC 6238's", (seconds, code) => {
    expect(codeOfStep(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
  });

  test("are accepted one step early or late, and no more", () => {
    const now = new Date("2026-03-01T12:00:00Z");
    const present = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((offset) =>
      findStep(secret, codeOfStep(secret, present + offset), now),
    );
    expect(found).toEqual([null, present - 1, present, present + 1, null]);
    for (const wrong of ["", "12345", "1234567", "abcdef", "１２３４５６"]) {
      expect(findStep(secret, wrong, now)).toBeNull();
    }
  });
});

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("Base32 of '%s' is that of RFC 4648", (text, base32) => {
  expect(base32Of(Buffer.from(text))).toBe(base32);
});

test("Secrets have 160 bits and are all different", () => {
  const secrets = Array.from({ length: 50 }, () => base32Of(makeTotpSecret()));
  expect(secrets.every((one) => one.length === 32)).toBe(true);
  expect(new Set(secrets).size).toBe(50);
});

test("The URI for the app names the product and the account", () => {
  expect(otpauthUri(secret, "mei+x@example.com")).toBe(
    "otpauth://totp/Sampan:mei%2Bx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sampan&algorithm=SHA1&digits=6&period=30",
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
