// Password hashes have the form `salt:key`, both in hexadecimal digits; scrypt derives the key.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { createHashingQueue } from "./hashing-queue.ts";

/** Derives the key of a password under a salt. */
export type DeriveKey = (password: string, salt: string) => Promise<string>;

/**
 * Hashes a password in turn with the requests of other IP addresses. `forWhom` is the IP address of the request; `salt`
 * is a new one by default. Throws `unavailable`.
 */
export type HashPassword = (
  password: string,
  options?: { readonly forWhom?: string; readonly salt?: string },
) => Promise<string>;

const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 ** 2 };
const keyBytes = 64;

/** Takes tens of milliseconds and 32 MB by design, so that guessing is expensive. */
const deriveKeyByScrypt: DeriveKey = (password, salt) =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, cost, (error, key) => {
      if (error === null) resolve(key.toString("hex"));
      else reject(error);
    });
  });

function makeSalt(): string {
  return randomBytes(16).toString("hex");
}

/** Creates the hashing of a process, with a queue of its own. `deriveKey` replaces scrypt at the product's cost. */
export function createHashPassword(deriveKey: DeriveKey = deriveKeyByScrypt): HashPassword {
  const queued = createHashingQueue();
  return async (password, { forWhom = "", salt = makeSalt() } = {}) =>
    `${salt}:${await queued(forWhom, () => deriveKey(password, salt))}`;
}

export function saltOf(hash: string): string {
  return hash.split(":")[0] ?? "";
}

/** Whether two hashes are equal, compared in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly hashPassword: HashPassword;
  }
}
