import { randomInt } from "node:crypto";
import { codeAlphabet, memberCodeLength, memberCodeOf } from "#people/rules/member-code.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findMemberCode, insertMemberCode } from "./user-queries.ts";

/** A code is taken by chance once in many millions; this many in a row mean that something else is wrong. */
const maxAttempts = 20;

function randomCode(): string {
  const characters = Array.from({ length: memberCodeLength }, () =>
    codeAlphabet.charAt(randomInt(codeAlphabet.length)),
  );
  return memberCodeOf(characters.join(""));
}

/** The member code of an account, made now if it has none. A code stays, and is never given to another account. */
export async function ensureMemberCode(
  db: Db,
  userId: string,
  now: Date,
  makeCode: () => string = randomCode,
): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const own = await findMemberCode(db, userId);
    if (own !== undefined) return own;
    const code = makeCode();
    if (await insertMemberCode(db, { userId, code, createdAt: now })) return code;
  }
  throw new Error(`No free member code was found in ${maxAttempts} attempts.`);
}
