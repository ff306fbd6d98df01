import type { Db } from "#platform/server/db/open.ts";
import { findEmailId } from "./email-queries.ts";

/** Whether an email with this id was ever queued, sent or not. */
export async function isEmailQueued(db: Db, emailId: string): Promise<boolean> {
  return (await findEmailId(db, emailId)) !== undefined;
}
