import type { Suggestion } from "#catalogue/contract/suggestions.ts";
import type { WarehouseFields } from "#catalogue/contract/warehouses.ts";
import type { GoodsRule } from "#catalogue/rules/goods-rule.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import type { SuggestionContents, SuggestionKind } from "#catalogue/rules/suggestion.ts";
import type { Language } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { SqlPart } from "#platform/server/db/search-by-part.ts";

/** From when on what is accepted counts, and who accepts it. */
export type Acceptance = {
  readonly since: { readonly validFrom: string; readonly source: string };
  readonly origin: { readonly createdBy: string; readonly createdAt: Date };
};

/** What the module of a kind of suggestion knows about it. */
export type SuggestionHandler<Kind extends SuggestionKind> = {
  /** SQL: whether staff have something in place of the row in `suggestions`, on the day in the SQL `today`. */
  readonly isInPlace: (today: SqlPart<unknown>) => SqlPart<boolean>;
  readonly describe: (
    content: SuggestionContents[Kind],
    language: Language,
  ) => Pick<Suggestion, "title" | "lines">;
  /** Adds what a suggestion contains, in the transaction of `db`. Throws what adding it by hand throws. */
  readonly add: (
    context: SignedInContext,
    db: Db,
    content: SuggestionContents[Kind],
    acceptance: Acceptance,
  ) => Promise<unknown>;
};

declare module "#platform/server/context.ts" {
  interface Listeners {
    /** A lane was suspended, or opened again. */
    readonly laneChanged: (services: Pick<AppServices, "jobs">, db: Db) => Promise<void>;
    /** How many open ship requests have a service before that would not take their goods after rules change. */
    readonly requestsClosedBy: (
      db: Db,
      rules: {
        readonly before: readonly GoodsRule[];
        readonly after: readonly GoodsRule[];
        readonly services: readonly ShippingService[];
      },
    ) => Promise<number>;
    /** A warehouse was entered or changed; `before` is null for a new one. */
    readonly warehouseSaved: (
      db: Db,
      saved: WarehouseFields & { readonly id: string },
      facts: { readonly before: WarehouseFields | null; readonly now: Date },
    ) => Promise<void>;
    /** The emails of those of these accounts that exist, by account. */
    readonly emailsOfAccounts: (
      db: Db,
      userIds: readonly string[],
    ) => Promise<ReadonlyMap<string, string>>;
    /** The kinds of suggestions of modules above. */
    readonly suggestionHandlers: {
      readonly [Kind in "storage_rates" | "extra_service" | "box"]: SuggestionHandler<Kind>;
    };
  }
}
