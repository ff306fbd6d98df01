import { ORPCError } from "@orpc/client";
import { toasts, type ToastText } from "#contract/messages.ts";

/** The specified message for packages that could not be loaded: one for API errors, one for everything else. */
export function packagesLoadError(error: unknown): ToastText {
  return error instanceof ORPCError
    ? toasts.packagesNotLoaded
    : toasts.packagesUnexpectedlyNotLoaded;
}
