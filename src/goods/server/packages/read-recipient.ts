import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findRecipient } from "./recipient-queries.ts";

/** To whom a package goes; the fields are empty where nobody is known. */
export async function readRecipient(db: Db, packageId: string): Promise<Recipient> {
  return await findRecipient(db, packageId);
}
