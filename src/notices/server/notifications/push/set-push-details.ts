import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { updateShowsDetails } from "./subscription-queries.ts";

/** Whether an own device shows what a notification says, from now on. Throws `not_found`. */
export async function setPushDetails(
  { db, session }: SignedInContext,
  { deviceId, showsDetails }: { readonly deviceId: string; readonly showsDetails: boolean },
): Promise<Record<string, never>> {
  const device = { userId: session.person.id, deviceId };
  if (!(await updateShowsDetails(db, device, showsDetails))) throw apiError("not_found");
  return {};
}
