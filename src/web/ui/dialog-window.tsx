/** The window of a dialog itself, loaded when somebody begins to use the page. */
import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { DialogProps } from "./dialog.tsx";

export function DialogWindow(props: DialogProps) {
  const isPhone = useMediaQuery("(max-width: 36em)");
  const size = props.size ?? "md";
  const isBusy = props.isBusy ?? false;
  // The window notes where the keyboard was when it changes from closed to open, so it must begin closed.
  const [hasBegun, setBegun] = useState(false);
  useEffect(() => {
    // At once and whole: the trap would otherwise have moved the keyboard before its place is noted.
    const timer = setTimeout(() => flushSync(() => setBegun(true)));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Modal
      opened={hasBegun && props.isOpen}
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
