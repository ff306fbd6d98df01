import { useNotifications } from "@mantine/notifications";
import { lazy } from "react";
import { LazyPart } from "./lazy-part.tsx";

const ToastStack = lazy(async () => ({ default: (await import("./toast-stack.tsx")).ToastStack }));

/** Rendered once in the document. Its code is loaded with the first toast. */
export function Toasts() {
  return (
    <LazyPart isWanted={useNotifications().notifications.length > 0}>
      <ToastStack />
    </LazyPart>
  );
}
