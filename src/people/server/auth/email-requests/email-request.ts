// What an auth page asked an email for. A row holds it until the email is written, so that no job names an address: jobs
// stay in the database for a while after they ran.
import { randomUUID } from "node:crypto";
import type { infer as Infer } from "zod";
import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { decrypt, encrypt } from "#platform/server/encryption.ts";
import { authEmailRequest } from "./auth-email-request.ts";
import {
  deleteEmailRequest,
  deleteEmailRequestsBefore,
  insertEmailRequest,
} from "./email-request-queries.ts";

export type AuthEmailRequest = Infer<typeof authEmailRequest>;

/** The purpose under which requests are encrypted. */
const purpose = "auth-email-requests";

/** The last try of a job is some hours after the first. */
const longestWaitMilliseconds = 24 * 60 * 60_000;

/**
 * Stores the request, encrypted, and enqueues the job that writes its email, in the database transaction of `db`. Whether
 * the address has an account makes no difference.
 */
export async function storeEmailRequest(
  { config, jobs, now }: EmailOutbox,
  db: Db,
  request: Omit<AuthEmailRequest, "emailId">,
): Promise<void> {
  const requestId = randomUUID();
  const content = JSON.stringify({ ...request, emailId: requestId });
  const requestEncrypted = encrypt(config.secret, purpose, content);
  await insertEmailRequest(db, { id: requestId, requestEncrypted, createdAt: now() });
  await jobs.enqueue(db, "send-auth-email", { requestId });
}

/** Deletes the request and returns it; null when it was done before. Throws when `SECRET` is another one. */
export async function takeEmailRequest(
  { config }: Pick<AppServices, "config">,
  db: Db,
  requestId: string,
): Promise<AuthEmailRequest | null> {
  const encrypted = await deleteEmailRequest(db, requestId);
  if (encrypted === undefined) return null;
  const content = decrypt(config.secret, purpose, encrypted).toString();
  return authEmailRequest.parse(JSON.parse(content));
}

/** Recurring job: deletes requests whose job failed for good; returns how many. */
export async function deleteOldEmailRequests({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<number> {
  return await deleteEmailRequestsBefore(db, new Date(now().getTime() - longestWaitMilliseconds));
}
