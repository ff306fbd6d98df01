import type { functions, payments } from "#contract/payments.ts";
import type { plans } from "#contract/plans.ts";
import type { wallet } from "#contract/wallet.ts";
import type { payouts } from "#contract/payouts.ts";
import { apiOf, type ClientOf } from "#web/api.tsx";
import type { NoticesContract } from "./notices.ts";

/** The operations of money and of the modules below. */
export type MoneyContract = NoticesContract & {
  readonly functions: typeof functions;
  readonly payments: typeof payments;
  readonly plans: typeof plans;
  readonly wallet: typeof wallet & typeof payouts;
};
export type ApiClient = ClientOf<MoneyContract>;

export const { useApi, useApiClient } = apiOf<MoneyContract>();
