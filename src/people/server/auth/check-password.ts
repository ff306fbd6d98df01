import type { Context } from "#platform/server/context.ts";
import { isSameHash, saltOf } from "./password-hash.ts";

/** Has the form of a hash, but no password leads to it. */
const impossibleHash = `${"0".repeat(32)}:${"0".repeat(128)}`;

/** The one of `hashes` that is of `password`. All have one salt, so that it takes one hashing however many there are. */
export async function findHash(
  { hashPassword, ipAddress }: Pick<Context, "hashPassword" | "ipAddress">,
  password: string,
  { salt, hashes }: { readonly salt: string; readonly hashes: readonly string[] },
): Promise<string | null> {
  const hash = await hashPassword(password, { forWhom: ipAddress, salt });
  return hashes.find((stored) => isSameHash(stored, hash)) ?? null;
}

/** Whether `password` has this hash. With null the answer is false, and takes as long. */
export async function verifyPassword(
  context: Pick<Context, "hashPassword" | "ipAddress">,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const salt = saltOf(hash ?? impossibleHash);
  const found = await findHash(context, password, { salt, hashes: hash === null ? [] : [hash] });
  return found !== null;
}
