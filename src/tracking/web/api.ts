import type { tracking } from "#tracking/contract/tracking.ts";
import { apiOf } from "#ui/web/api.tsx";
import type { MoneyContract } from "#money/web/api.ts";

/** The operations of tracking and of the modules below. */
export type TrackingContract = MoneyContract & {
  readonly tracking: typeof tracking;
};

export const { useApi, useApiClient } = apiOf<TrackingContract>();
