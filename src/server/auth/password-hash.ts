// Hashes passwords with scrypt, in the form `salt:key`, both in hexadecimal digits.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** Makes the key of a password under a salt. */
export type DeriveKey = (password: string, salt: string) => Promise<string>;

const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 ** 2 };
const keyBytes = 64;

/** Takes tens of milliseconds and 32 MB on purpose. */
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

/** Whether two hashes are the same, in a time that does not tell how much of them is. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
