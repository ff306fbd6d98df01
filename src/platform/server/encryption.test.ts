import fc from "fast-check";
import { expect, test } from "vitest";
import { encrypt, decrypt } from "./encryption.ts";

const secret = "a secret of this server";
const unreadable = /authenticate|not in the format/;

test("decrypting returns the encrypted bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (content) => {
      expect(new Uint8Array(decrypt(secret, "emails", encrypt(secret, "emails", content)))).toEqual(
        content,
      );
    }),
  );
  expect(decrypt(secret, "emails", encrypt(secret, "emails", "héllo 船")).toString()).toBe(
    "héllo 船",
  );
});

test("another secret or another purpose cannot decrypt it", () => {
  const ciphertext = encrypt(secret, "emails", "token");
  expect(() => decrypt("another", "emails", ciphertext)).toThrow(/authenticate/);
  expect(() => decrypt(secret, "keys", ciphertext)).toThrow(/authenticate/);
});

test("a changed, missing or added byte is detected", () => {
  const ciphertext = encrypt(secret, "emails", "token");
  for (let index = 0; index < ciphertext.length; index += 1) {
    const changed = Buffer.from(ciphertext);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => decrypt(secret, "emails", changed), `byte ${index}`).toThrow(unreadable);
  }
  expect(() => decrypt(secret, "emails", ciphertext.subarray(0, -1))).toThrow(unreadable);
  expect(() => decrypt(secret, "emails", Buffer.concat([ciphertext, Buffer.of(0)]))).toThrow(
    unreadable,
  );
  expect(() => decrypt(secret, "emails", Buffer.of())).toThrow(/not in the format/);
});

test("the same content encrypted twice gives different bytes that do not contain it", () => {
  const first = encrypt(secret, "emails", "the token");
  expect(first.equals(encrypt(secret, "emails", "the token"))).toBe(false);
  expect(first.includes("the token")).toBe(false);
});

test("an empty secret is rejected", () => {
  expect(() => encrypt("", "emails", "token")).toThrow(RangeError);
});
