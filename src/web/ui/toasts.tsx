/** Where toasts appear: loaded when somebody begins to use the page, at the latest with the first of them. */
import { useNotifications } from "@mantine/notifications";
import { Suspense } from "react";
import { lazyComponent, useIsWanted } from "./lazy-component.ts";

const ToastStack = lazyComponent(async () => {
  const { ToastStack: stack } = await import("./toast-stack.tsx");
  return stack;
});

/** Stands once in the document; draws nothing before the first toast. */
export function Toasts() {
  const isWanted = useIsWanted(useNotifications().notifications.length > 0);
  return isWanted ? (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  ) : null;
}
