import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { DialogProps } from "./dialog.tsx";
import { useOpenedFromClosed } from "./open-state.ts";
import { t } from "#ui/web/i18n/messages.tsx";

export function DialogWindow(props: DialogProps) {
  const isPhone = useMediaQuery("(max-width: 36em)");
  const size = props.size ?? "md";
  const isBusy = props.isBusy ?? false;
  const isOpened = useOpenedFromClosed(props.isOpen);
  return (
    <Modal
      opened={isOpened}
      onClose={props.onClose}
      title={props.title}
      size={size}
      data-size={size}
      centered
      fullScreen={Boolean(isPhone) && size !== "sm"}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy && !props.staysOnClickOutside}
      withCloseButton={!isBusy}
      closeButtonProps={{ "aria-label": t("common.close") }}
      overlayProps={{ backgroundOpacity: 0.5 }}
      classNames={{ title: "dialog-title" }}
    >
      {props.children}
    </Modal>
  );
}
