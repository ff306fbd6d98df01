import { apiError } from "#platform/contract/errors.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { LockedPackage } from "#goods/server/packages/change-own-package.ts";
import type { Db } from "#platform/server/db/open.ts";
import { settleOnQuotes } from "./accept.ts";
import { insertRequestEvent, type RequestActor } from "./event-queries.ts";
import { lockRequest, saveRequest } from "./lock-request.ts";
import { quotePackage } from "./quote-package.ts";
import { findOpenRequest } from "./request-queries.ts";
import { withdrawAcceptance } from "./watch-requests.ts";

/**
 * Gives the open request of an own package, whose row is locked, another recipient. A box that is packed is quoted anew, and an
 * acceptance is taken back. Returns whether there is an open request. Throws `ship_request_open` once it is labelled.
 */
export async function changeRequestRecipient(
  context: SignedInContext,
  db: Db,
  pkg: LockedPackage,
  recipient: Recipient,
): Promise<boolean> {
  const found = await findOpenRequest(db, pkg.id);
  if (found === undefined) return false;
  if (found.state === "labelled") throw apiError("ship_request_open");
  const locked = await lockRequest(context, db, found.id);
  const actor: RequestActor = {
    actor: "customer",
    actorId: context.session.person.id,
    at: context.now(),
  };
  const changed = await saveRequest(db, locked, actor, { recipient: JSON.stringify(recipient) }, [
    "recipient_changed",
  ]);
  if (found.state === "accepted") {
    await withdrawAcceptance(context, db, changed, actor, "price");
  } else if (found.packedAt !== null) {
    const quoted = await quotePackage(context, db, changed);
    await insertRequestEvent(db, found.id, actor, "quoted_anew");
    const isWaiting = changed.request.waitingReason !== "top_up";
    if (isWaiting) await settleOnQuotes(context, db, changed, actor, quoted);
  }
  return true;
}
