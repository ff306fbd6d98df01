import { useNotifications } from "@mantine/notifications";
import { useEffect } from "react";
import { laterPart } from "./lazy-part.tsx";

const loadToastStack = async () => (await import("./toast-stack.tsx")).ToastStack;
const ToastStack = laterPart(loadToastStack);

/** Rendered once in the document. */
export function Toasts() {
  useEffect(() => {
    // Once the page is there: a toast that says that the server cannot be reached could not load its code then.
    loadToastStack().catch(() => undefined);
  }, []);
  return <ToastStack isWanted={useNotifications().notifications.length > 0} />;
}
