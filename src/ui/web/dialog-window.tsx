import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Fragment, useState } from "react";
import type { DialogProps } from "./dialog.tsx";
import { useOpenedFromClosed } from "./open-state.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/**
 * What a dialog shows: its title and content, or while it is closed those that it showed last, because it fades out. Its
 * content begins anew with every `opening`, also before it has faded out.
 */
function useShown({ isOpen, title, children }: DialogProps) {
  const [last, setLast] = useState({ isOpen, title, children, opening: 0 });
  const isAnew = isOpen && !last.isOpen;
  const shown = isOpen
    ? { isOpen, title, children, opening: last.opening + (isAnew ? 1 : 0) }
    : { ...last, isOpen };
  const isSame =
    isOpen === last.isOpen && shown.title === last.title && shown.children === last.children;
  if (!isSame) setLast(shown);
  return shown;
}

export function DialogWindow(props: DialogProps) {
  const isPhone = useMediaQuery("(max-width: 36em)");
  const size = props.size ?? "md";
  const isBusy = props.isBusy ?? false;
  const shown = useShown(props);
  const isOpened = useOpenedFromClosed(props.isOpen);
  return (
    <Modal
      opened={isOpened}
      onClose={props.onClose}
      title={shown.title}
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
      <Fragment key={shown.opening}>{shown.children}</Fragment>
    </Modal>
  );
}
