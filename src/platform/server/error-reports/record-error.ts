import { createHash } from "node:crypto";
import {
  kindOfError,
  longestContext,
  longestMessage,
  longestStack,
  placeOf,
  scrubbed,
} from "#platform/rules/error-report.ts";
import { storableText } from "#platform/rules/stored-text.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { insertErrorLog, upsertErrorGroup } from "./error-queries.ts";

export type ErrorToRecord = {
  readonly errorMessage: string;
  readonly errorStack: string | null;
  readonly source: string;
  readonly context: string | null;
  /** Null only for errors of the server itself. */
  readonly userId: string | null;
  readonly now: Date;
};

/**
 * Stores the error in its group, without personal data but the account's id; a resolved group is reopened. An anonymous
 * error that is not the server's is dropped.
 */
export async function recordError(db: Db, error: ErrorToRecord): Promise<void> {
  if (error.userId === null && error.source !== "server") return;
  const stored = (text: string, maximumLength: number) =>
    storableText(scrubbed(text), maximumLength);
  const errorMessage = stored(error.errorMessage, longestMessage);
  const errorStack = error.errorStack === null ? null : stored(error.errorStack, longestStack);
  const kind = { source: error.source, errorMessage, place: placeOf(errorStack) };
  const fingerprint = createHash("sha256").update(kindOfError(kind)).digest();
  await atomically(db, async (inner) => {
    const groupId = await upsertErrorGroup(inner, { ...kind, fingerprint, now: error.now });
    await insertErrorLog(inner, {
      groupId,
      errorMessage,
      errorStack,
      source: error.source,
      context: error.context === null ? null : stored(error.context, longestContext),
      userId: error.userId,
      createdAt: error.now,
    });
  });
}
