/** The question asked before something that cannot be undone. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { Dialog } from "./dialog.tsx";

/**
 * Asks, and runs `onConfirm` on yes. Stays open and busy while it runs; closes when it has
 * succeeded. If it rejects, the dialog stays open: telling why is the caller's part.
 */
export function ConfirmDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  isDestructive?: boolean;
  onConfirm: () => Promise<void>;
}) {
  const [isRunning, setRunning] = useState(false);
  const confirm = async () => {
    setRunning(true);
    try {
      await props.onConfirm();
      props.onClose();
    } catch {
      // The caller has told why; the question stays open so that it can be answered again.
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
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isRunning} onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            {...(props.isDestructive ? { color: "red" } : {})}
            loading={isRunning}
            onClick={() => void confirm()}
          >
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
