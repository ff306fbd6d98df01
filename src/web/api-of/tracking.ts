import type { tracking } from "#contract/tracking.ts";
import { apiOf } from "#web/api.tsx";
import type { MoneyContract } from "./money.ts";

/** The operations of tracking and of the modules below. */
export type TrackingContract = MoneyContract & {
  readonly tracking: typeof tracking;
};

export const { useApi, useApiClient } = apiOf<TrackingContract>();
