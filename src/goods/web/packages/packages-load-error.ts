import { ORPCError } from "@orpc/client";
import { type ToastText, toastText } from "#ui/web/i18n/messages.tsx";

/** The specified message for packages that could not be loaded: one for API errors, one for everything else. */
export function packagesLoadError(error: unknown): ToastText {
  return error instanceof ORPCError
    ? toastText("packagesNotLoaded")
    : toastText("packagesUnexpectedlyNotLoaded");
}
