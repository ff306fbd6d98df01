import type { functions, payments } from "#money/contract/payments.ts";
import type { plans } from "#money/contract/plans.ts";
import type { wallet } from "#money/contract/wallet.ts";
import type { payouts } from "#money/contract/payouts.ts";
import { apiOf, type ClientOf } from "#ui/web/api.tsx";
import type { NoticesContract } from "#notices/web/api.ts";

/** The operations of money and of the modules below. */
export type MoneyContract = NoticesContract & {
  readonly functions: typeof functions;
  readonly payments: typeof payments;
  readonly plans: typeof plans;
  readonly wallet: typeof wallet & typeof payouts;
};
export type ApiClient = ClientOf<MoneyContract>;

export const { useApi, useApiClient } = apiOf<MoneyContract>();
