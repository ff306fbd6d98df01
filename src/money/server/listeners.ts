import type { Listeners } from "#platform/server/context.ts";
import { spendableCents } from "./wallet/ledger-queries.ts";

/** What wallets answer for modules below. */
export const moneyListeners = { spendableCents } satisfies Partial<Listeners>;
