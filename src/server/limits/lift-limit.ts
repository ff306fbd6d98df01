// Lets staff lift a limit that somebody has reached.
import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { uncountAttempts, isLimitName } from "./read-limits.ts";

/** Forgets what the limit counts, which the audit log keeps. Refuses with `not_found` where nothing counts. */
export async function liftLimit(
  context: SignedInContext,
  input: { readonly limit: string; readonly who: string },
): Promise<Record<string, never>> {
  const { limit, who } = input;
  if (!isLimitName(limit)) throw apiError("not_found");
  await atomically(context.db, async (db) => {
    const now = context.now();
    const attempts = await uncountAttempts(db, limit, who, now);
    if (attempts === 0) throw apiError("not_found");
    await recordAdminAction(db, {
      actorId: context.session.person.id,
      action: "limits.liftLimit",
      target: `${limit}:${who}`,
      before: { attempts },
      after: { attempts: 0 },
      ipAddress: context.ipAddress,
      now,
    });
  });
  return {};
}
