import { Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { Dialog, DialogButtons } from "./dialog.tsx";

/**
 * Runs `onConfirm` after confirmation, busy while it runs, and closes on success. If it rejects or resolves with false, the
 * dialog stays open; the caller shows the error.
 */
export function ConfirmDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  confirmLabel: string;
  /** "Cancel" by default. */
  dismissLabel?: string;
  isDestructive?: boolean;
  /** Whether what it asks is not known yet. */
  isDisabled?: boolean;
  onConfirm: () => Promise<unknown>;
}) {
  const [isRunning, setRunning] = useState(false);
  const confirm = async () => {
    setRunning(true);
    try {
      if ((await props.onConfirm()) !== false) props.onClose();
    } catch {
      // The caller has shown the error; the dialog stays open for another attempt.
    } finally {
      setRunning(false);
    }
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      size="sm"
      isBusy={isRunning}
    >
      <Stack gap="lg">
        <Text component="div" size="sm">
          {props.children}
        </Text>
        <DialogButtons
          label={props.confirmLabel}
          {...(props.dismissLabel !== undefined && { cancelLabel: props.dismissLabel })}
          {...(props.isDestructive && { color: "red" })}
          isRunning={isRunning}
          isDisabled={props.isDisabled ?? false}
          onCancel={props.onClose}
          onConfirm={() => void confirm()}
        />
      </Stack>
    </Dialog>
  );
}

/** What a confirmation dialog shows. `onConfirm` rejects or resolves with false when it failed and the dialog must stay open. */
export type Confirmation = {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirmLabel: string;
  readonly onConfirm: () => Promise<unknown>;
};
