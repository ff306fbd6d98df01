/** What is said where the own packages could not be loaded. */
import { ORPCError } from "@orpc/client";
import { toasts, type ToastText } from "#contract/messages.ts";

/** The server's answer was a failure, or there was none that can be read. */
export function packagesFailure(error: unknown): ToastText {
  return error instanceof ORPCError
    ? toasts.packagesNotLoaded
    : toasts.packagesUnexpectedlyNotLoaded;
}
