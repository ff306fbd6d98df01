import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { addSuspension } from "#catalogue/server/lanes/add-suspension.ts";
import {
  addDutyRule,
  addSuggestedService,
  openForShipRequests,
} from "#catalogue/server/shipping-services/add-suggested.ts";
import type { SuggestionRow } from "./suggestion-queries.ts";

/** Adds the row of a suggestion from `today` on, in the transaction of `db`. Throws what adding it by hand throws. */
export async function addSuggested(
  context: SignedInContext,
  db: Db,
  suggestion: SuggestionRow,
  today: string,
): Promise<void> {
  const { kind, content, source } = suggestion;
  const { suggestionHandlers: handlers } = context.listeners;
  const now = context.now();
  const origin = { createdBy: context.session.person.id, createdAt: now };
  const since = { validFrom: today, source };
  switch (kind) {
    case "suspension":
      await addSuspension(context, db, {
        ...content,
        source,
        translations: JSON.stringify(content.translations),
        suspendedBy: origin.createdBy,
        createdAt: now,
      });
      return;
    case "storage_rates":
      await handlers.storage_rates.add(context, db, content, { since, origin });
      return;
    case "extra_service":
      await handlers.extra_service.add(context, db, content, { since, origin });
      return;
    case "box":
      await handlers.box.add(context, db, content, { since, origin });
      return;
    case "ship_requests":
      await openForShipRequests(db, content, since, origin);
      return;
    case "service":
      await addSuggestedService(db, content, since, origin);
      return;
    case "duty_rule":
      await addDutyRule(db, { ...content, source, createdAt: now });
      return;
  }
}
