import { Drawer } from "@mantine/core";
import { Logo } from "#ui/web/logo.tsx";
import { useOpenedFromClosed } from "#ui/web/open-state.ts";
import { type SignOut, ShellMenu } from "./shell-menu.tsx";
import classes from "./menu.module.css";
import type { SidebarGroups } from "./customer-links.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

export function ShellDrawer(props: {
  isOpen: boolean;
  onClose: () => void;
  groups: SidebarGroups;
  signOut: SignOut;
}) {
  const isOpened = useOpenedFromClosed(props.isOpen);
  return (
    <Drawer
      opened={isOpened}
      onClose={props.onClose}
      size="18rem"
      title={<Logo size={26} />}
      closeButtonProps={{ "aria-label": t("layout.closeMenu") }}
      classNames={{
        content: `${classes["drawerContent"]} ${classes["scroller"]}`,
        header: classes["drawerHeader"] ?? "",
        body: classes["drawerBody"] ?? "",
        close: classes["drawerClose"] ?? "",
      }}
    >
      <ShellMenu groups={props.groups} signOut={props.signOut} onNavigate={props.onClose} />
    </Drawer>
  );
}
