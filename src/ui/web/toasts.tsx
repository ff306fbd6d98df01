import { useNotifications } from "@mantine/notifications";
import { laterPart } from "./lazy-part.tsx";

const ToastStack = laterPart(async () => (await import("./toast-stack.tsx")).ToastStack);

/** Rendered once in the document. Its code is loaded with the first toast. */
export function Toasts() {
  return <ToastStack isWanted={useNotifications().notifications.length > 0} />;
}
