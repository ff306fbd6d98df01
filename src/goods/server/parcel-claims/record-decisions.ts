import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertNotifications } from "#notices/server/notifications/insert-notifications.ts";
import { updateClaims } from "./claim-queries.ts";

/** Records how a customer's open claims were decided, and notifies the customer, in the transaction of `db`. */
export async function recordDecisions(
  context: SignedInContext,
  db: Db,
  decided: {
    readonly userId: string;
    readonly claimIds: readonly string[];
    readonly decision: {
      readonly state: "granted" | "refused";
      readonly inboundParcelId: string | null;
      readonly reason: string;
    };
  },
): Promise<void> {
  const { userId, claimIds, decision } = decided;
  const now = context.now();
  await updateClaims(db, claimIds, {
    ...decision,
    decidedBy: context.session.person.id,
    decidedAt: now,
    updatedAt: now,
  });
  const notifications = claimIds.map((claimId) => ({
    userId,
    kind: "claim_decided" as const,
    subjectId: claimId,
    dedupeKey: claimId,
    payload: { variant: decision.state },
  }));
  await insertNotifications(context, db, notifications);
}
