import { useNotifications } from "@mantine/notifications";
import { Suspense } from "react";
import { lazyComponent, useAfterFirstInput } from "./lazy-component.ts";

const ToastStack = lazyComponent(async () => {
  const { ToastStack: stack } = await import("./toast-stack.tsx");
  return stack;
});

/** Rendered once in the document. Its code is loaded after the first input, or with the first toast. */
export function Toasts() {
  const isAfterFirstInput = useAfterFirstInput(useNotifications().notifications.length > 0);
  return isAfterFirstInput ? (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  ) : null;
}
