import { lazy, type ReactNode, useId } from "react";
import { LazyPart } from "./lazy-part.tsx";
import { Box, Group, Title } from "@mantine/core";
import type { Elements } from "./elements.ts";

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

export function DialogSection(props: { title: string; actions?: Elements; children: Elements }) {
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId} pt="xs">
      <Group justify="space-between" gap="sm" mb="sm" mih={30}>
        <Title order={3} size="h5" id={headingId}>
          {props.title}
        </Title>
        {props.actions}
      </Group>
      {props.children}
    </Box>
  );
}
