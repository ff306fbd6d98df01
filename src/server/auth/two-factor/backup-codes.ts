// Backup codes: for whoever has lost the authenticator app, each good once, kept only as hashes.
import { createHmac, hkdfSync, randomInt } from "node:crypto";

const codeCount = 10;
const codeLength = 10;
// Without letters and digits that are mistaken for one another.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Ten new codes, each some 49 random bits, written in two groups. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const letters = Array.from({ length: codeLength }, () =>
      alphabet.charAt(randomInt(alphabet.length)),
    );
    return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
  });
}

/** A code as typed, without its dash and blanks and in small letters; null when it cannot be a backup code. */
export function readBackupCode(typed: string): string | null {
  const bare = typed.replaceAll(/[\s-]/g, "").toLowerCase();
  return bare.length === codeLength && [...bare].every((sign) => alphabet.includes(sign))
    ? bare
    : null;
}

/** The hash under which a code is kept: keyed, so that a copy of the database alone gives none away. */
export function hashBackupCode(secret: string, userId: string, bareCode: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "backup-codes", "hash", 32));
  return createHmac("sha256", key).update(`${userId}:${bareCode}`).digest();
}
