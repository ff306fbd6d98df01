/** The dialog of the house: centred, closed by Escape, full screen on a phone. */
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { lazyComponent, useIsWanted } from "./lazy-component.ts";

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
 * A modal dialog that traps focus and gives it back. Its code comes when somebody begins to use the page.
 * @param isBusy keeps it open while work runs that must not be abandoned.
 */
export function Dialog(props: DialogProps) {
  const isWanted = useIsWanted(props.isOpen);
  const [hasOpened, setOpened] = useState(props.isOpen);
  if (props.isOpen && !hasOpened) setOpened(true);
  useEffect(() => {
    // Where this fails, opening tries again, and then until it succeeds.
    if (isWanted) loadWindow().catch(() => undefined);
  }, [isWanted]);
  return hasOpened ? (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  ) : null;
}
