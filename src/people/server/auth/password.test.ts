import { expect, test } from "vitest";
import { keyOf, quickPasswords } from "#test/passwords.ts";
import { verifyPassword, createHashPassword } from "./password.ts";

const password = "a calm harbour at dusk";
const context = { hashPassword: createHashPassword(), ipAddress: "203.0.113.7" };

test("A password is hashed by scrypt with 32 MB under a new salt, and only it matches the hash", async () => {
  const hash = await context.hashPassword(password);
  const another = await context.hashPassword(password);
  const [salt = "", key] = hash.split(":");
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(key).toBe(await keyOf(password, salt, 16_384));
  expect(another.split(":")[0]).not.toBe(salt);
  expect(await verifyPassword(context, password, hash)).toBe(true);
  expect(await verifyPassword(context, "wrong tide", hash)).toBe(false);
});

test.each([
  [
    "by better-auth 1.7",
    password,
    "cadd8e15189a3639e2be9573ca3ec0e3:73abd344447bb309c050c6a8fcfa7ff428ee572e307205b273e7794157c11fe32293e634684f8615c11f73f3a16868dc6e507e114eb38d9f136bdaf63496a5a9",
  ],
  [
    "by better-auth 1.7 of letters in a compatibility form",
    "ﬁne Ａnchor ５ 港",
    "4404823addb9081feed5286e09c87a40:55d118807a2f5add1eaef55733a01c2c67c93ccf900364facad94e10b93e09cf1d5cdd128180c949c9dd7d0dac09efb051a1154e70ae2b74241938a34172bf9d",
  ],
])("A hash that was made %s is that of its password alone", async (_by, right, hash) => {
  expect(await verifyPassword(context, right, hash)).toBe(true);
  expect(await verifyPassword(context, `${right}s`, hash)).toBe(false);
});

test("Another key derivation replaces scrypt", async () => {
  const hash = await createHashPassword(quickPasswords)(password);
  const [salt = "", key] = hash.split(":");
  expect(key).toBe(await keyOf(password, salt, 2));
});
