// Hashes passwords as the product does, at another cost: most tests are not about how long guessing takes.
import { randomBytes, scrypt } from "node:crypto";
import type { Passwords } from "#server/people/sign-in-library.ts";

/** The memory scrypt may take, in bytes: twice what the product's cost needs. */
const maxmem = 64 * 1024 ** 2;

/** The key that scrypt makes of a password, in hexadecimal digits; `cost` is its N, a power of two. */
export function keyOf(password: string, salt: string, cost: number): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, 64, { N: cost, r: 16, p: 1, maxmem }, (error, key) => {
      if (error === null) resolve(key.toString("hex"));
      else reject(error);
    });
  });
}

/** Hashes in the product's form, `salt:key`, with scrypt's N at `cost`; the product's own is 16,384. */
export function passwordsAtCost(cost: number): Passwords {
  return {
    async hash(password) {
      const salt = randomBytes(16).toString("hex");
      return `${salt}:${await keyOf(password, salt, cost)}`;
    },
    async verify({ password, hash }) {
      const [salt = "", key] = hash.split(":");
      return (await keyOf(password, salt, cost)) === key;
    },
  };
}

/** Hashes at the least cost there is, in no time. */
export const quickPasswords = passwordsAtCost(2);
