import { useEffect } from "react";
import { type ToastText } from "#ui/web/i18n/toast-text.ts";
import { hideToast, showToast } from "./toast.tsx";

/**
 * Shows `toast` once for each new `error`, and hides it once there is none: the content has loaded, or its place is gone.
 * null and undefined show nothing.
 */
export function useFailureToast(error: unknown, toast: ToastText): void {
  const { title, description } = toast;
  useEffect(() => {
    if (error === null || error === undefined) return undefined;
    showToast({
      title,
      ...(description === undefined ? {} : { description }),
      kind: "destructive",
      place: title,
    });
    return () => hideToast(title);
  }, [error, title, description]);
}
