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
    "by version 0.1.0",
    password,
    "64da3f5bd9fb8861818d18ac0f702f8a:257b02d05140432a8626fe740a36c81e7b15c4af1a54d9b9c886715b71616a5202e48101711d4b336bfbd1dff223534a4c8cb2a6fa7e87b04f171a1753b01992",
  ],
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
])("A hash that was made %s is still that of its password alone", async (_by, right, hash) => {
  expect(await verifyPassword(context, right, hash)).toBe(true);
  expect(await verifyPassword(context, `${right}s`, hash)).toBe(false);
});

test("Another key derivation replaces scrypt", async () => {
  const hash = await createHashPassword(quickPasswords)(password);
  const [salt = "", key] = hash.split(":");
  expect(key).toBe(await keyOf(password, salt, 2));
});
