/** Where toasts appear: loaded with the first of them. */
import { useNotifications } from "@mantine/notifications";
import { lazy, Suspense, useState } from "react";

const ToastStack = lazy(async () => {
  const { ToastStack: stack } = await import("./toast-stack.tsx");
  return { default: stack };
});

/** Stands once in the document; draws nothing, and loads nothing, before the first toast. */
export function Toasts() {
  const [isNeeded, setNeeded] = useState(false);
  const isWaited = useNotifications().notifications.length > 0;
  if (isWaited && !isNeeded) setNeeded(true);
  return isNeeded ? (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  ) : null;
}
