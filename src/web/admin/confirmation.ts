/** What a dialog asks before something that cannot be undone. */
import type { ReactNode } from "react";

/** A question; `onConfirm` does it, and rejects when it could not be done and the question is to stay. */
export type Question = {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
  readonly onConfirm: () => Promise<void>;
};
