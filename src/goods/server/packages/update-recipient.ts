import { apiError } from "#platform/contract/errors.ts";
import { changeObstacle, isEnded } from "#goods/rules/package-change.ts";
import {
  isSameRecipient,
  missingRecipientFields,
  recipientFieldsOf,
  type Recipient,
} from "#catalogue/rules/recipient.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { lockOwnPackage, rejectObstacle } from "./change-own-package.ts";
import { hasShipRequest } from "./require-no-ship-request.ts";
import { updatePackageRow } from "./package-queries.ts";
import { findRecipient, upsertRecipient } from "./recipient-queries.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import { recordEvent } from "./record-event.ts";
import "./announcements.ts";

/**
 * Stores to whom an own package goes: until it moves or, while something is missing, until its journey ends. Throws
 * `not_found`, `package_not_changeable`, and `conflict` (with the stored recipient as `current`) where the stored
 * recipient differs both from the expected and from the new one.
 */
export async function updateRecipient(
  context: SignedInContext,
  input: {
    readonly packageId: string;
    readonly recipient: Recipient;
    readonly expectedRecipient?: Recipient | undefined;
  },
): Promise<Record<string, never>> {
  const { packageId, expectedRecipient } = input;
  const recipient = recipientFieldsOf(input.recipient);
  await atomically(context.db, async (db) => {
    const pkg = await lockOwnPackage(context, db, packageId);
    const stored = await findRecipient(db, packageId);
    const isComplete = missingRecipientFields(stored, pkg.destination).length === 0;
    // Requesting shipping makes a package processing, and its recipient can be changed until it is labelled.
    const isChangeable = hasShipRequest(pkg) && !isEnded(pkg.status);
    if (!isChangeable && (isComplete || isEnded(pkg.status))) rejectObstacle(changeObstacle(pkg));
    if (isSameRecipient(stored, recipient)) return;
    if (expectedRecipient !== undefined && !isSameRecipient(stored, expectedRecipient)) {
      throw apiError("conflict", { current: stored });
    }
    await upsertRecipient(db, packageId, recipient);
    await context.listeners.recipientChanged(context, db, pkg, recipient);
    // Open pages learn of a change by the package's row.
    await updatePackageRow(db, packageId, { updatedAt: context.now() });
    // The history and the audit log, which stay when an account is closed, name nobody.
    await recordEvent(context, db, { packageId, kind: "recipient_changed" });
    if (context.session.person.isAdmin) {
      await recordAdminAction(context, db, {
        action: "packages.updateRecipient",
        target: packageId,
      });
    }
  });
  return {};
}
