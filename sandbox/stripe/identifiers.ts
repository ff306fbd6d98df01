/** Creates ids in the provider's format: a prefix for the kind, then random letters and digits. */
import { randomInt } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Random text of letters and digits; 24 characters carry 142 bits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** A new id such as `cus_…`. */
export function makeIdentifier(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}
