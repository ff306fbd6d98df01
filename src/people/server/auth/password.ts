import type { Context } from "#platform/server/context.ts";
import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import { checkPassword, passwordLength, type PasswordError } from "#people/rules/password.ts";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { createFairQueue, type QueueLimits } from "#platform/server/limits/fair-queue.ts";

/** Has the form of a hash, but no password leads to it. */
const impossibleHash = `${"0".repeat(32)}:${"0".repeat(128)}`;

/** The one of `hashes` that is of `password`. All have one salt, so that it takes one hashing however many there are. */
export async function findHash(
  { hashPassword, ipAddress }: Pick<Context, "hashPassword" | "ipAddress">,
  password: string,
  { salt, hashes }: { readonly salt: string; readonly hashes: readonly string[] },
): Promise<string | undefined> {
  const hash = await hashPassword(password, { forWhom: ipAddress, salt });
  return hashes.find((stored) => isSameHash(stored, hash));
}

/** Whether `password` has this hash. With null the answer is false, and takes as long. */
export async function verifyPassword(
  context: Pick<Context, "hashPassword" | "ipAddress">,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const salt = saltOf(hash ?? impossibleHash);
  const found = await findHash(context, password, { salt, hashes: hash === null ? [] : [hash] });
  return found !== undefined;
}

const reasons: Readonly<Record<PasswordError, ReturnType<typeof sentence>>> = {
  too_short: sentence("errors.passwordTooShort", passwordLength),
  too_long: sentence("errors.passwordTooLong", passwordLength),
  too_common: sentence("errors.passwordTooCommon"),
};

/** Throws `weak_password`, with the reason in its message and data, unless the password meets the rules. */
export function requireGoodPassword(password: string): void {
  const checked = checkPassword(password);
  if (!checked.ok)
    throw apiError("weak_password", { reason: checked.reason }, reasons[checked.reason]);
}

/** Derives the key of a password under a salt. */
export type DeriveKey = (password: string, salt: string) => Promise<string>;

/**
 * Hashes a password in turn with the requests of other IP addresses. `forWhom` is the IP address of the request; `salt`
 * is a new one by default. Throws `unavailable`.
 */
type HashPassword = (
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
function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly hashPassword: HashPassword;
  }
}

const atOnce = Math.min(3, Math.max(2, availableParallelism() - 1));

const hashingLimits: QueueLimits = {
  atOnce,
  atOncePerAccount: Infinity,
  mostPerAccount: 30 + atOnce,
  mostInAll: 400 + atOnce,
  longestWaitSeconds: 15,
  errorCode: "unavailable",
  makesRoom: true,
};

/** Runs `work` when it is the turn of the address `forWhom`, so that sign-ins do not use up the CPU. */
type HashingQueue = <Result>(forWhom: string, work: () => Promise<Result>) => Promise<Result>;

export function createHashingQueue(limits: QueueLimits = hashingLimits): HashingQueue {
  const queue = createFairQueue(limits);
  return (forWhom, work) => queue.run(forWhom, work);
}
