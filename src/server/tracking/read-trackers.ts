import {
  maxNumbersPerRequest,
  type ProviderNumber,
  type Tracking,
} from "#server/adapters/tracking/tracking.ts";
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { recordProviderTracker } from "./record-provider-tracker.ts";

/** Reads numbers at the provider, 40 in a request, and records what it knows, each number in a transaction. Throws TrackingError. */
export async function readTrackers(
  services: AppServices,
  provider: Tracking,
  numbers: readonly ProviderNumber[],
): Promise<void> {
  const context = { ...services, session: null };
  for (let from = 0; from < numbers.length; from += maxNumbersPerRequest) {
    const { trackers } = await provider.read(numbers.slice(from, from + maxNumbersPerRequest));
    const receivedAt = services.now();
    for (const provided of trackers) {
      await atomically(services.db, (db) =>
        recordProviderTracker(context, db, provided, receivedAt),
      );
    }
  }
}
