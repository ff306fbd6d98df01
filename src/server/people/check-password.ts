// Checks a password, in the same time whether or not there is one to compare it with.
import type { Parts } from "#server/context.ts";

/** In the form of a real hash, and no password's. */
const nobodysHash = `${"0".repeat(32)}:${"0".repeat(128)}`;

/** Whether `password` is the one that was hashed; with null it never is, which takes as long to find out. */
export async function checkPassword(
  { signInLibrary }: Pick<Parts, "signInLibrary">,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const isRight = await signInLibrary.verifyPassword(password, hash ?? nobodysHash);
  return hash !== null && isRight;
}
