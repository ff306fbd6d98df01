// A backup code replaces a code of the authenticator app once. Only hashes are stored.
import { createHmac, hkdfSync, randomInt } from "node:crypto";

const codeCount = 10;
const codeLength = 10;
// Without letters and digits that look alike.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Ten new codes of some 49 random bits each, written in two groups. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const characters = Array.from({ length: codeLength }, () =>
      alphabet.charAt(randomInt(alphabet.length)),
    );
    return `${characters.slice(0, 5).join("")}-${characters.slice(5).join("")}`;
  });
}

/** A typed code without dash and white space, in lower case; null when it cannot be a backup code. */
export function parseBackupCode(typed: string): string | null {
  const bare = typed.replaceAll(/[\s-]/g, "").toLowerCase();
  return bare.length === codeLength && [...bare].every((character) => alphabet.includes(character))
    ? bare
    : null;
}

/** The stored hash of a code; keyed, so that a copy of the database alone discloses no code. */
export function hashBackupCode(secret: string, userId: string, bareCode: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "backup-codes", "hash", 32));
  return createHmac("sha256", key).update(`${userId}:${bareCode}`).digest();
}
