/** Says by a toast that something could not be loaded, once for each failure. */
import { useEffect } from "react";
import type { ToastText } from "#contract/messages.ts";
import { showToast } from "#web/ui/toast.tsx";

/** Shows `toast` whenever a query ends in a new `error`; null and undefined say nothing. */
export function useFailureToast(error: unknown, toast: ToastText): void {
  const { title, description } = toast;
  useEffect(() => {
    if (error === null || error === undefined) return;
    showToast({
      title,
      ...(description === undefined ? {} : { description }),
      kind: "destructive",
    });
  }, [error, title, description]);
}
