// Shows that what is sealed opens under its own secret and purpose alone, and only unchanged.
import fc from "fast-check";
import { expect, test } from "vitest";
import { seal, unseal } from "./sealed.ts";

const secret = "a secret of this server";
const unreadable = /authenticate|not something that was sealed/;

test("whatever is sealed opens to the same bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (content) => {
      expect(new Uint8Array(unseal(secret, "letters", seal(secret, "letters", content)))).toEqual(
        content,
      );
    }),
  );
  expect(unseal(secret, "letters", seal(secret, "letters", "héllo 船")).toString()).toBe(
    "héllo 船",
  );
});

test("another secret or another purpose does not open it", () => {
  const sealed = seal(secret, "letters", "token");
  expect(() => unseal("another", "letters", sealed)).toThrow(/authenticate/);
  expect(() => unseal(secret, "keys", sealed)).toThrow(/authenticate/);
});

test("a change of any single byte, a cut and an addition are noticed", () => {
  const sealed = seal(secret, "letters", "token");
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => unseal(secret, "letters", changed), `byte ${index}`).toThrow(unreadable);
  }
  expect(() => unseal(secret, "letters", sealed.subarray(0, -1))).toThrow(unreadable);
  expect(() => unseal(secret, "letters", Buffer.concat([sealed, Buffer.of(0)]))).toThrow(
    unreadable,
  );
  expect(() => unseal(secret, "letters", Buffer.of())).toThrow(/not something that was sealed/);
});

test("the same content sealed twice gives different bytes that show nothing of it", () => {
  const first = seal(secret, "letters", "the token");
  expect(first.equals(seal(secret, "letters", "the token"))).toBe(false);
  expect(first.includes("the token")).toBe(false);
});

test("an empty secret is refused", () => {
  expect(() => seal("", "letters", "token")).toThrow(RangeError);
});
