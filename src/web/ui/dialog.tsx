import { Suspense, useEffect, useState, type ReactNode } from "react";
import { lazyComponent, useAfterFirstInput } from "./lazy-component.ts";

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  isBusy?: boolean;
  children: ReactNode;
};

async function loadWindow() {
  const { DialogWindow: dialogWindow } = await import("./dialog-window.tsx");
  return dialogWindow;
}

const DialogWindow = lazyComponent(loadWindow);

/**
 * A modal dialog that traps the focus and returns it, full screen on a phone. Its code is loaded after the first input.
 * @param props.isBusy prevents closing while an operation runs.
 */
export function Dialog(props: DialogProps) {
  const isAfterFirstInput = useAfterFirstInput(props.isOpen);
  const [hasOpened, setOpened] = useState(props.isOpen);
  if (props.isOpen && !hasOpened) setOpened(true);
  useEffect(() => {
    // If this fails, opening the dialog loads it again.
    if (isAfterFirstInput) loadWindow().catch(() => undefined);
  }, [isAfterFirstInput]);
  return hasOpened ? (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  ) : null;
}
