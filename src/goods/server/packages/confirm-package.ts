import { apiError } from "#platform/contract/errors.ts";
import { listEvents } from "#people/server/db/events.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { recordEvent } from "./change-package.ts";
import { lockOwnPackage } from "./lock-packages.ts";

/**
 * Records that the customer has a delivered package and all is fine; once. Throws `account_closed`, `not_found`, and
 * `package_not_delivered`.
 */
export async function confirmPackage(
  context: SignedInContext,
  { packageId }: { readonly packageId: string },
): Promise<Record<string, never>> {
  const { db } = context;
  const { status } = await lockOwnPackage(context, db, packageId);
  if (status !== "delivered") throw apiError("package_not_delivered");
  const confirmed = await listEvents(db, "package", [packageId], ["package_confirmed"]);
  if (confirmed.length > 0) {
    context.unchanged();
    return {};
  }
  await recordEvent(context, db, { packageId, kind: "package_confirmed" });
  context.log.info({ packageId }, "Package confirmed by its customer");
  return {};
}
