import { lazy, type ReactNode } from "react";
import { LazyPart } from "./lazy-part.tsx";

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  isBusy?: boolean;
  staysOnClickOutside?: boolean;
  children: ReactNode;
};

const DialogWindow = lazy(async () => ({
  default: (await import("./dialog-window.tsx")).DialogWindow,
}));

/**
 * A modal dialog that traps the focus and returns it, full screen on a phone. Its code is loaded when it first opens.
 * @param props.isBusy prevents closing while an operation runs.
 * @param props.staysOnClickOutside for a dialog that can open under a double click, whose second click would close it.
 */
export function Dialog(props: DialogProps) {
  return (
    <LazyPart isWanted={props.isOpen}>
      <DialogWindow {...props} />
    </LazyPart>
  );
}
