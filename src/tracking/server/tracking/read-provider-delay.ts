import type { SignedInContext } from "#platform/server/context.ts";
import { findFailingSince } from "./provider-state-queries.ts";

/** Since when news of carriers may be late, as it was recorded; the provider is not asked. */
export async function readProviderDelay({
  db,
}: SignedInContext): Promise<{ delayedSince: string | null }> {
  return { delayedSince: (await findFailingSince(db))?.toISOString() ?? null };
}
