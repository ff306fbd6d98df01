import { type ReactNode, useId } from "react";
import { laterPart } from "./lazy-part.tsx";
import { Box, Button, Group, Title } from "@mantine/core";
import { t } from "./i18n/messages.tsx";
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

const DialogWindow = laterPart(async () => (await import("./dialog-window.tsx")).DialogWindow);

/**
 * A modal dialog that traps the focus and returns it, full screen on a phone. Its code is loaded when it first opens. While
 * it closes it shows its last title and content, so what they are about may be null by then.
 * @param props.isBusy prevents closing while an operation runs.
 * @param props.staysOnClickOutside for a dialog that can open under a double click, whose second click would close it.
 */
export function Dialog(props: DialogProps) {
  return <DialogWindow isWanted={props.isOpen} {...props} />;
}

/**
 * The two buttons that end a dialog: the first leaves everything as it is, the second acts.
 * @param props.cancelLabel "Cancel" by default
 * @param props.onConfirm without it the second button submits the form around it
 */
export function DialogButtons(props: {
  label: string;
  cancelLabel?: string;
  color?: "red";
  isRunning?: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
  onConfirm?: () => void;
}) {
  const { color, isRunning = false, isDisabled = false, onConfirm } = props;
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" disabled={isRunning} onClick={props.onCancel}>
        {props.cancelLabel ?? t("common.cancel")}
      </Button>
      <Button
        type={onConfirm ? "button" : "submit"}
        loading={isRunning}
        disabled={isDisabled}
        {...(color && { color })}
        {...(onConfirm && { onClick: onConfirm })}
      >
        {props.label}
      </Button>
    </Group>
  );
}

export function DialogSection(props: {
  title: string;
  actions?: Elements;
  /** 2 on a page, which has no heading between its own and this one. */
  order?: 2 | 3;
  children: Elements;
}) {
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId} pt="xs">
      <Group justify="space-between" gap="sm" mb="sm" mih={30}>
        <Title order={props.order ?? 3} size="h5" id={headingId}>
          {props.title}
        </Title>
        {props.actions}
      </Group>
      {props.children}
    </Box>
  );
}
