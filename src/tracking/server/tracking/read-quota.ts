import type { Tracking } from "#tracking/server/adapters/tracking/tracking.ts";
import type { AppServices } from "#platform/server/context.ts";

type Quota = { readonly total: number; readonly used: number };

const keptMilliseconds = 5 * 60_000;
const kept = new WeakMap<
  Tracking,
  { readonly readAt: number; readonly quota: Promise<Quota | null> }
>();

/** The provider's registrations of this month, read once in five minutes; null where it does not answer. */
export async function readQuota(
  { log, now }: Pick<AppServices, "log" | "now">,
  provider: Tracking,
): Promise<Quota | null> {
  const readAt = now().getTime();
  const known = kept.get(provider);
  if (known !== undefined && readAt - known.readAt < keptMilliseconds) return await known.quota;
  const quota = provider.readQuota().catch((error: unknown) => {
    log.warn({ error }, "The quota of the tracking provider could not be read");
    return null;
  });
  kept.set(provider, { readAt, quota });
  return await quota;
}
