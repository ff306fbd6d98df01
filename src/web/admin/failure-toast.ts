import { useEffect } from "react";
import type { ToastText } from "#contract/messages.ts";
import { showToast } from "#web/ui/toast.tsx";

/** Shows `toast` once for each new `error`; null and undefined show nothing. */
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
