/** The sidebar of the signed-in area on a phone. */
import { Drawer } from "@mantine/core";
import { Logo } from "#web/ui/logo.tsx";
import { useOpenedFromClosed } from "#web/ui/opened-from-closed.ts";
import type { SignOut } from "./use-sign-out.ts";
import classes from "./shell-drawer.module.css";
import { ShellMenu } from "./shell-menu.tsx";
import type { ShellPlace } from "./sidebar-links.tsx";

export function ShellDrawer(props: {
  isOpen: boolean;
  onClose: () => void;
  places: readonly ShellPlace[];
  departure: SignOut;
}) {
  const isOpened = useOpenedFromClosed(props.isOpen);
  return (
    <Drawer
      opened={isOpened}
      onClose={props.onClose}
      size="18rem"
      title={<Logo size={26} />}
      closeButtonProps={{ "aria-label": "Close menu" }}
      classNames={{
        content: classes["content"] ?? "",
        header: classes["header"] ?? "",
        body: classes["body"] ?? "",
        close: classes["close"] ?? "",
      }}
    >
      <ShellMenu places={props.places} departure={props.departure} onLeave={props.onClose} />
    </Drawer>
  );
}
