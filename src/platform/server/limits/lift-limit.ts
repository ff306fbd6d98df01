import { accountOf } from "#platform/rules/counted-account.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { deleteBucket } from "./attempt-queries.ts";
import { bucketOf, windowStart } from "./count-attempt.ts";
import { limitNames } from "./attempt-limits.ts";

/** Deletes what the limit counts of `who` and records it in the audit log. Throws `not_found` when it counts nothing, and `own_account`. */
export async function liftLimit(
  context: SignedInContext,
  input: { readonly limit: string; readonly who: string },
): Promise<Record<string, never>> {
  const { who } = input;
  const limit = limitNames.find((name) => name === input.limit);
  if (limit === undefined) throw apiError("not_found");
  await atomically(context.db, async (db) => {
    const now = context.now();
    const attempts = await deleteBucket(db, bucketOf(limit, who), windowStart(limit, now));
    if (attempts === 0) throw apiError("not_found");
    const { id, email } = context.session.person;
    const isOwn = [id, email.toLowerCase()].includes(accountOf(who));
    await context.actsOn(db, "limit", isOwn ? id : null);
    await recordAdminAction(context, db, {
      action: "limits.liftLimit",
      target: `${limit}:${who}`,
      before: { attempts },
      after: { attempts: 0 },
    });
  });
  return {};
}
