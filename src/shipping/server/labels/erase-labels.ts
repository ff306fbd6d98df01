import type { Db } from "#platform/server/db/open.ts";
import { eraseLabelsOfUser } from "./label-queries.ts";

/** Empties the labels of a customer whose account is closed; their numbers and the money history stay. */
export async function eraseLabels(db: Db, userId: string): Promise<void> {
  await eraseLabelsOfUser(db, userId);
}
