// Hands over the packages of a manifest by a job, which goes on after a crash where it stopped.
import { ApiError } from "#platform/rules/api-error.ts";
import { manifestLimits, type LeftBehindReason } from "#shipping/rules/manifest.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { withoutSession } from "#platform/server/own-things.ts";
import { isDatabaseUnavailable } from "#platform/server/error-response.ts";
import { recordServerError } from "#platform/server/error-reports/record-server-error.ts";
import type { ManifestRow } from "#shipping/server/tables/labels.ts";
import { lockManifest, updateManifest } from "#shipping/server/manifests/manifest-queries.ts";
import { listDeparting, updateToLeftBehind, type Departing } from "./leaving-queries.ts";
import { dispatchPackages } from "./let-packages-leave.ts";

/** Runs `work` on the next packages of a manifest that is being handed over, locked; null once there are none. */
async function withDeparting<T>(
  db: Db,
  manifestId: string,
  limit: number,
  work: (db: Db, manifest: ManifestRow, departing: readonly Departing[]) => Promise<T>,
): Promise<T | null> {
  return await atomically(db, async (inner) => {
    const manifest = await lockManifest(inner, manifestId);
    if (manifest?.state !== "handing_over") return null;
    const departing = await listDeparting(inner, manifestId, limit);
    return departing.length === 0 ? null : await work(inner, manifest, departing);
  });
}

async function leaveTogether(services: AppServices, manifestId: string, limit: number) {
  const context = withoutSession(services);
  return await withDeparting(services.db, manifestId, limit, async (db, manifest, departing) => {
    await dispatchPackages(context, db, departing, manifest.handedOverBy ?? "");
    return departing.length;
  });
}

/** What keeps one package here; null where the next attempt may succeed. */
function reasonOf(error: unknown): LeftBehindReason | null {
  if (isDatabaseUnavailable(error)) return null;
  const isBalance = error instanceof ApiError && error.code === "insufficient_balance";
  return isBalance ? "insufficient_balance" : "failed";
}

/** Lets the next package leave alone, or leaves it behind with the reason; false once there is none. */
async function leaveAlone(services: AppServices, manifestId: string): Promise<boolean> {
  try {
    return (await leaveTogether(services, manifestId, 1)) !== null;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    if (reason === "failed") {
      const at = { operation: "manifests.handOverManifest", requestId: manifestId };
      await recordServerError(services, error, at);
    }
    await withDeparting(services.db, manifestId, 1, async (db, _manifest, [first]) => {
      if (first !== undefined) await updateToLeftBehind(db, [first.id], reason);
    });
    return true;
  }
}

async function finish({ db, now }: AppServices, manifestId: string): Promise<void> {
  await atomically(db, async (inner) => {
    const manifest = await lockManifest(inner, manifestId);
    if (manifest?.state !== "handing_over") return;
    if ((await listDeparting(inner, manifestId, 1)).length > 0) return;
    await updateManifest(inner, manifestId, { state: "handed_over", handedOverAt: now() });
  });
}

/**
 * Lets the packages of a manifest leave, 200 in one transaction. Where one of them fails, all of these leave one by one,
 * so that it alone stays behind.
 */
export async function handOverPackages(
  services: AppServices,
  { manifestId }: { readonly manifestId: string },
): Promise<void> {
  for (;;) {
    try {
      const count = await leaveTogether(services, manifestId, manifestLimits.packagesAtOnce);
      if (count === null) break;
    } catch (error) {
      if (reasonOf(error) === null) throw error;
      services.log.warn({ error, manifestId }, "Packages of a manifest leave one by one");
      let [count, isMore] = [0, true];
      while (isMore && count < manifestLimits.packagesAtOnce) {
        isMore = await leaveAlone(services, manifestId);
        count += 1;
      }
    }
  }
  await finish(services, manifestId);
}
