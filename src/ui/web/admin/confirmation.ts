import type { ReactNode } from "react";

/** What a confirmation dialog shows. `onConfirm` rejects when it failed and the dialog must stay open. */
export type Confirmation = {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
  readonly onConfirm: () => Promise<void>;
};
