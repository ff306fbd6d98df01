import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findMessageState } from "./message-queries.ts";
import { processCarrierMessage } from "./process-carrier-messages.ts";

/** Processes a message now; one that is done stays as it is. Throws `not_found`. */
export async function retryCarrierMessage(
  context: SignedInContext,
  { messageId }: { readonly messageId: string },
): Promise<{ isDone: boolean }> {
  const { db, log } = context;
  const message = await findMessageState(db, messageId);
  if (message === undefined) throw apiError("not_found");
  if (message.state === "received" || message.state === "failed") {
    const { state, attempts, lastError } = message;
    await recordAdminAction(context, db, {
      action: "tracking.retryCarrierMessage",
      target: messageId,
      before: { state, attempts, lastError },
    });
    await processCarrierMessage(context, messageId).catch((error: unknown) => {
      log.warn({ messageId, error }, "Message failed again when staff retried it");
    });
  }
  const after = await findMessageState(db, messageId);
  return { isDone: after?.state === "processed" || after?.state === "ignored" };
}
