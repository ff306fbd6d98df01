import { Button, Drawer, Group, Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import { Link } from "react-router";
import type { Notification } from "#notices/contract/notifications.ts";
import { useApi } from "#notices/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import { EmptyState, NotLoaded } from "#ui/web/states.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { useOpenedFromClosed } from "#ui/web/open-state.ts";
import classes from "./inbox-panel.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

function InboxRow(props: { notification: Notification; onOpen: (one: Notification) => void }) {
  const { notification } = props;
  return (
    <li>
      <Link
        to={notification.path}
        className={classes["row"] ?? ""}
        data-unread={!notification.isRead || undefined}
        onClick={() => props.onOpen(notification)}
      >
        <span className={classes["text"]}>{notification.text}</span>
        {notification.detail === null ? null : (
          <span className={classes["detail"]}>{notification.detail}</span>
        )}
        <span className={classes["time"]}>
          {notification.isRead ? null : (
            <span className={classes["unread"]}>{t("inbox.unread")}</span>
          )}
          <Moment at={notification.createdAt} withTime />
        </span>
      </Link>
    </li>
  );
}

function Inbox(props: { onClose: () => void }) {
  const api = useApi();
  const inbox = useInfiniteQuery(
    api.notifications.listNotifications.infiniteOptions({
      input: (before: string | undefined) => (before === undefined ? {} : { before }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.olderThan ?? undefined,
    }),
  );
  const { run: markRead, isRunning } = useAction(api.notifications.markRead.mutationOptions(), {
    done: () => null,
    hint: t("inbox.markFailed"),
    waits: true,
  });
  const rows = inbox.data?.pages.flatMap(({ items }) => items);
  if (rows === undefined) {
    return <NotLoaded query={inbox} failure={{ title: t("inbox.notLoaded") }} lines={6} />;
  }
  const [newest] = rows;
  if (newest === undefined) {
    return (
      <EmptyState
        icon={<BellOff size={22} />}
        title={t("inbox.empty")}
        description={t("inbox.emptyDescription")}
      />
    );
  }
  const open = ({ id, isRead }: Notification) => {
    if (!isRead) void markRead({ notificationId: id });
    props.onClose();
  };
  return (
    <Stack gap="sm">
      {rows.some(({ isRead }) => !isRead) ? (
        <Group justify="flex-end">
          <Button
            variant="subtle"
            size="compact-sm"
            loading={isRunning}
            onClick={() => void markRead({ notificationId: newest.id, withOlder: true })}
          >
            {t("inbox.markAllRead")}
          </Button>
        </Group>
      ) : null}
      <ul className={`plain-list ${classes["list"]}`}>
        {rows.map((row) => (
          <InboxRow key={row.id} notification={row} onOpen={open} />
        ))}
      </ul>
      {inbox.isFetchNextPageError ? (
        <NotLoaded
          query={{ ...inbox, refetch: inbox.fetchNextPage }}
          failure={{ title: t("inbox.notLoaded") }}
          lines={1}
        />
      ) : null}
      {inbox.hasNextPage && !inbox.isFetchNextPageError ? (
        <Button
          variant="default"
          loading={inbox.isFetchingNextPage}
          onClick={() => void inbox.fetchNextPage()}
        >
          {t("inbox.loadOlder")}
        </Button>
      ) : null}
    </Stack>
  );
}

/** The own notifications, newest first; on a phone they take the whole screen. */
export function InboxPanel(props: { isOpen: boolean; onClose: () => void }) {
  const isOpened = useOpenedFromClosed(props.isOpen);
  return (
    <Drawer
      opened={isOpened}
      onClose={props.onClose}
      position="right"
      size="min(100%, 27rem)"
      title={t("inbox.title")}
      closeButtonProps={{ "aria-label": t("inbox.close") }}
    >
      <Group mb="xs">
        <Link
          to="/dashboard/settings?tab=notifications"
          className={classes["settings"] ?? ""}
          onClick={props.onClose}
        >
          {t("inbox.settings")}
        </Link>
      </Group>
      <Inbox onClose={props.onClose} />
    </Drawer>
  );
}
