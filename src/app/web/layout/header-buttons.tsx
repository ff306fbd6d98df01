import { useQuery } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import { mostUnreadCounted } from "#notices/rules/inbox.ts";
import { useApi } from "#app/web/api.ts";
import { useAfterFirstData } from "./after-first-data.ts";
import classes from "./menu.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import Search from "lucide-react/icons/search";

/** The number of unread notifications as it is shown; empty while there is none, or it is not known. */
export function useUnreadText(isWanted: boolean): string {
  const api = useApi();
  // The page's own data comes first.
  const isAfterFirstData = useAfterFirstData();
  const { data } = useQuery(
    api.notifications.countUnread.queryOptions({
      input: {},
      enabled: isWanted && isAfterFirstData,
    }),
  );
  const unreadCount = data?.unreadCount ?? 0;
  if (unreadCount === 0) return "";
  return unreadCount < mostUnreadCounted ? String(unreadCount) : `${mostUnreadCounted - 1}+`;
}

/** Opens the notifications, and shows how many are unread. */
export function BellButton(props: { unreadText: string; isOpen: boolean; onOpen: () => void }) {
  const { unreadText } = props;
  return (
    <button
      type="button"
      className={classes["bell"]}
      aria-label={
        unreadText === ""
          ? t("layout.notifications")
          : t("layout.notificationsUnread", { count: unreadText })
      }
      aria-haspopup="dialog"
      aria-expanded={props.isOpen}
      onClick={props.onOpen}
    >
      <Bell size={20} aria-hidden="true" />
      {unreadText === "" ? null : <span className={classes["bellCount"]}>{unreadText}</span>}
    </button>
  );
}

const shortcutKeys = "Ctrl K";

/** Opens the command palette. */
export function FindButton(props: { onClick: () => void }) {
  return (
    <button type="button" className={classes["findButton"]} onClick={props.onClick}>
      <Search size={16} aria-hidden="true" />
      <span>{t("layout.find")}</span>
      <kbd className={classes["findKey"]}>{shortcutKeys}</kbd>
    </button>
  );
}
