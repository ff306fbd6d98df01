// Keeps everybody but staff out while maintenance mode is on.
import { apiError } from "#contract/errors.ts";
import type { CurrentSession, AppServices } from "#server/context.ts";

/**
 * What goes on for everybody: the ways in for staff, among them the login, which lets staff alone through; knowing
 * and ending one's own session, so that an open page can wait; and the facts that tell such a page when it is over.
 */
const openOperations: ReadonlySet<string> = new Set([
  "auth.signIn",
  "auth.signInAsAdmin",
  "auth.completeTwoFactor",
  "auth.readSession",
  "auth.refreshSession",
  "auth.signOut",
  "settings.readPublicSettings",
]);

/** Whether `session` (null: a stranger) is kept out at this moment. */
export async function isShutOut(
  { settings }: Pick<AppServices, "settings">,
  session: CurrentSession | null,
): Promise<boolean> {
  if (session?.person.isAdmin === true) return false;
  const { maintenanceMode } = await settings.current();
  return maintenanceMode;
}

/** Refuses with `maintenance` where staff alone may enter at this moment. */
export async function rejectInMaintenance(
  services: Pick<AppServices, "settings">,
  session: CurrentSession | null,
): Promise<void> {
  if (await isShutOut(services, session)) throw apiError("maintenance");
}

/** The same for the operation `area.verb`, unless it is one that goes on for everybody. */
export async function rejectOperationInMaintenance(
  context: Pick<AppServices, "settings"> & { readonly session: CurrentSession | null },
  operation: string,
): Promise<void> {
  if (!openOperations.has(operation)) await rejectInMaintenance(context, context.session);
}
