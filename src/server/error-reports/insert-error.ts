// Keeps an error for staff, together with those of its kind, without anything about anybody but the account.
import { createHash } from "node:crypto";
import {
  kindOfError,
  longestMessage,
  longestStack,
  placeOf,
  scrubbed,
} from "#core/error-report.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { insertErrorLog, upsertErrorGroup } from "./error-queries.ts";

/** An error as it was met; `userId` null is for the server's own alone. */
export type MetError = {
  readonly errorMessage: string;
  readonly errorStack: string | null;
  readonly source: string;
  readonly context: string | null;
  readonly userId: string | null;
  readonly now: Date;
};

/** Writes the error into its kind, which is open again if it was resolved. What is not known and not ours is not kept. */
export async function insertError(db: Db, met: MetError): Promise<void> {
  if (met.userId === null && met.source !== "server") return;
  const errorMessage = scrubbed(met.errorMessage).slice(0, longestMessage);
  const errorStack =
    met.errorStack === null ? null : scrubbed(met.errorStack).slice(0, longestStack);
  const kind = { source: met.source, errorMessage, place: placeOf(errorStack) };
  const fingerprint = createHash("sha256").update(kindOfError(kind)).digest();
  await atomically(db, async (inner) => {
    const groupId = await upsertErrorGroup(inner, { ...kind, fingerprint, now: met.now });
    await insertErrorLog(inner, {
      ...kind,
      groupId,
      errorStack,
      context: met.context === null ? null : scrubbed(met.context),
      userId: met.userId,
      now: met.now,
    });
  });
}
