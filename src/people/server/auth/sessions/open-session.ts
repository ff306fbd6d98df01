import { randomBytes } from "node:crypto";
import type { AppServices } from "#platform/server/context.ts";
import { sessionLifetimeSeconds } from "./session-lifetime.ts";
import { insertSession } from "./session-queries.ts";

/** Opens a session of a user who has just authenticated and returns its token of 256 random bits, for the cookie. */
export async function openSession(
  { db, now }: Pick<AppServices, "db" | "now">,
  userId: string,
  origin: { readonly ipAddress: string; readonly userAgent: string },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + sessionLifetimeSeconds * 1000);
  const { ipAddress, userAgent } = origin;
  await insertSession(db, { userId, token, ipAddress, userAgent, createdAt, expiresAt });
  return token;
}
