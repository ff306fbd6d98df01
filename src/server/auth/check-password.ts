// Checks a password, in the same time whether or not there is one to compare it with.
import type { Context } from "#server/context.ts";
import { isSameHash, saltOf } from "./password-hash.ts";

/** In the form of a real hash, and no password's. */
const nobodysHash = `${"0".repeat(32)}:${"0".repeat(128)}`;

/** Which of `hashes` is of `password`; all have one salt, so that it takes one hashing however many there are. */
export async function findHash(
  { signInLibrary, ipAddress }: Pick<Context, "signInLibrary" | "ipAddress">,
  password: string,
  { salt, hashes }: { readonly salt: string; readonly hashes: readonly string[] },
): Promise<string | null> {
  const hash = await signInLibrary.hashPassword(password, { forWhom: ipAddress, salt });
  return hashes.find((stored) => isSameHash(stored, hash)) ?? null;
}

/** Whether `password` is the one that was hashed; with null it never is, which takes as long to find out. */
export async function checkPassword(
  context: Pick<Context, "signInLibrary" | "ipAddress">,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const salt = saltOf(hash ?? nobodysHash);
  const found = await findHash(context, password, { salt, hashes: hash === null ? [] : [hash] });
  return found !== null;
}
