// Password hashes have the form `salt:key`, both in hexadecimal digits; scrypt derives the key.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** Derives the key of a password under a salt. */
export type DeriveKey = (password: string, salt: string) => Promise<string>;

const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 ** 2 };
const keyBytes = 64;

/** Takes tens of milliseconds and 32 MB by design, so that guessing is expensive. */
export const deriveKey: DeriveKey = (password, salt) =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, cost, (error, key) => {
      if (error === null) resolve(key.toString("hex"));
      else reject(error);
    });
  });

export function makeSalt(): string {
  return randomBytes(16).toString("hex");
}

export function saltOf(hash: string): string {
  return hash.split(":")[0] ?? "";
}

/** Whether two hashes are equal, compared in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
