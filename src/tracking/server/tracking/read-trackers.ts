import {
  maxNumbersPerRequest,
  type ProviderNumber,
  type Tracking,
} from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { withoutSession } from "#platform/server/own-things.ts";
import { recordProviderTrackers, type ReceivedTracker } from "./record-provider-trackers.ts";

/** Records all in one transaction or, where one of them cannot be stored, each in its own, and then throws. */
async function record(services: AppServices, received: readonly ReceivedTracker[]): Promise<void> {
  const context = withoutSession(services);
  const recordSome = async (some: readonly ReceivedTracker[]) =>
    await atomically(services.db, (db) => recordProviderTrackers(context, db, some));
  try {
    await recordSome(received);
    return;
  } catch (error) {
    if (received.length === 1) throw error;
  }
  const failures: unknown[] = [];
  for (const one of received) {
    await recordSome([one]).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Reads numbers at the provider, 40 in a request, and records what it knows, those of a request together. Throws
 * TrackingError, and what stopped one of them from being stored once the others are.
 */
export async function readTrackers(
  services: AppServices,
  provider: Tracking,
  numbers: readonly ProviderNumber[],
): Promise<void> {
  for (let from = 0; from < numbers.length; from += maxNumbersPerRequest) {
    const { trackers } = await provider.read(numbers.slice(from, from + maxNumbersPerRequest));
    const receivedAt = services.now();
    await record(
      services,
      trackers.map((provided) => ({ provided, receivedAt })),
    );
  }
}
