// Hashes passwords as the product does, but at a lower cost so that tests are fast.
import { scrypt } from "node:crypto";
import type { DeriveKey } from "#people/server/auth/password.ts";

/** The memory limit of scrypt in bytes: twice what the product's cost needs. */
const maxmem = 64 * 1024 ** 2;

/** The key that scrypt derives from a password, in hexadecimal digits; `cost` is its N, a power of two. */
export function keyOf(password: string, salt: string, cost: number): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, 64, { N: cost, r: 16, p: 1, maxmem }, (error, key) => {
      if (error === null) resolve(key.toString("hex"));
      else reject(error);
    });
  });
}

/** Derives keys with scrypt's N at `cost`; the product's is 16,384. */
export function passwordsAtCost(cost: number): DeriveKey {
  return (password, salt) => keyOf(password, salt, cost);
}

/** Derives keys at the lowest cost. */
export const quickPasswords = passwordsAtCost(2);
