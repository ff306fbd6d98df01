/** The dialog of the house: centred, closed by Escape, full screen on a phone. */
import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";

/**
 * A modal dialog that traps focus and gives it back.
 * @param isBusy keeps it open while work runs that must not be abandoned.
 */
export function Dialog(props: {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  isBusy?: boolean;
  children: ReactNode;
}) {
  const isPhone = useMediaQuery("(max-width: 36em)");
  const size = props.size ?? "md";
  const isBusy = props.isBusy ?? false;
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      size={size}
      centered
      fullScreen={Boolean(isPhone) && size !== "sm"}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      withCloseButton={!isBusy}
      closeButtonProps={{ "aria-label": "Close" }}
      overlayProps={{ backgroundOpacity: 0.5 }}
      classNames={{ title: "dialog-title" }}
    >
      {props.children}
    </Modal>
  );
}
