import { beforeAll, expect, test } from "vitest";
import type { Database } from "#server/db/open.ts";
import { testDatabase } from "#testing/database.ts";
import { keyOf, quickPasswords } from "#testing/passwords.ts";
import { openSignInLibrary } from "./sign-in-library.ts";

const options = {
  secret: "a secret of tests alone, 32 characters or more",
  publicUrl: "http://localhost:8080",
  now: () => new Date(),
};
const password = "a calm harbour at dusk";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

test("A password is hashed by scrypt with 32 MB under a new salt, and only it matches the hash", async () => {
  const library = openSignInLibrary(database.kysely, options);
  const [hash, another] = [
    await library.hashPassword(password),
    await library.hashPassword(password),
  ];
  const [salt = "", key] = hash.split(":");
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(key).toBe(await keyOf(password, salt, 16_384));
  expect(another.split(":")[0]).not.toBe(salt);
  expect(await library.verifyPassword(password, hash)).toBe(true);
  expect(await library.verifyPassword("wrong tide", hash)).toBe(false);
});

test("A key derivation in the options replaces scrypt", async () => {
  const library = openSignInLibrary(database.kysely, { ...options, passwords: quickPasswords });
  const hash = await library.hashPassword(password);
  const [salt = "", key] = hash.split(":");
  expect(key).toBe(await keyOf(password, salt, 2));
  expect(await library.verifyPassword(password, hash)).toBe(true);
  expect(await library.verifyPassword("wrong tide", hash)).toBe(false);
});
