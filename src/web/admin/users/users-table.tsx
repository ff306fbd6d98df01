import { RowButton } from "#web/ui/row-button.tsx";
import { Button, Group } from "@mantine/core";
import UserSearch from "lucide-react/icons/user-search";
import { t } from "#web/i18n/messages.tsx";
import type { User } from "#contract/admin-users.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Count, Moment, Money } from "#web/ui/figures.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import classes from "#web/admin/cells.module.css";
import { EmailText } from "#web/admin/email-text.tsx";
import type { PagedList } from "#web/ui/paged-list.ts";
import { AccountBadges } from "./user-facts.tsx";
import rowClasses from "./users-table.module.css";

type Actions = {
  /** The id of the signed-in administrator, who cannot adjust their own wallet. */
  ownId: string | null;
  onView: (user: User) => void;
  onAdjust: (user: User) => void;
};

function columnsFor(actions: Actions): readonly Column<User>[] {
  return [
    {
      key: "fullName",
      header: "User",
      isTitle: true,
      isSortable: true,
      cell: (user) => (
        <>
          <Group gap={8}>
            <span style={{ overflowWrap: "anywhere" }}>{user.fullName || "No name"}</span>
            <AccountBadges user={user} size="sm" />
          </Group>
          <div className={classes["below"]}>
            <EmailText>{user.email}</EmailText>
          </div>
        </>
      ),
    },
    {
      key: "subscription",
      header: "Subscription",
      isSortable: true,
      isNoWrap: true,
      cell: (user) =>
        user.subscription ? (
          <span className={classes["whole"]}>
            <StatusBadge label={user.subscription} color="sea" />
          </span>
        ) : (
          <span className={classes["quiet"]}>None</span>
        ),
    },
    {
      key: "packageQuota",
      header: "Quota",
      isSortable: true,
      align: "end",
      cell: (user) => <Count value={user.packageQuota} />,
    },
    {
      key: "walletBalance",
      header: "Wallet",
      isSortable: true,
      align: "end",
      isNoWrap: true,
      cell: (user) => (
        <>
          <Money amountCents={user.walletBalanceCents} />
          {user.heldCents > 0 ? (
            <span className={`${classes["below"]} ${classes["aside"]}`}>
              <Money amountCents={user.heldCents} /> on hold
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: "createdAt",
      header: "Joined",
      isSortable: true,
      isNoWrap: true,
      cell: (user) => <Moment at={user.createdAt} />,
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      coversRow: true,
      cell: (user) => (
        <Group component="span" gap={6} wrap="nowrap" justify="flex-end">
          <RowButton
            aria-label={`View details of ${user.email}`}
            onClick={() => actions.onView(user)}
          >
            View details
          </RowButton>
          {user.id === actions.ownId || user.closedAt ? null : (
            <RowButton
              aria-label={`Adjust wallet of ${user.email}`}
              onClick={() => actions.onAdjust(user)}
            >
              Adjust wallet
            </RowButton>
          )}
        </Group>
      ),
    },
  ];
}

function EmptyUsers(props: { isSearched: boolean; onClearSearch: () => void }) {
  const icon = <UserSearch size={22} />;
  if (!props.isSearched) {
    return (
      <EmptyState
        icon={icon}
        title={t("sentences.noUsers")}
        description="Users appear here as soon as they register."
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={t("sentences.noUsersMatch")}
      actions={
        <Button variant="default" size="sm" onClick={props.onClearSearch}>
          Show all users
        </Button>
      }
    />
  );
}

/** @param props.isSearched a search or filter is set, so that an empty list means no matches. */
export function UsersTable(
  props: {
    list: PagedList<User>;
    isSearched: boolean;
    onClearSearch: () => void;
  } & Actions,
) {
  return (
    <div className={rowClasses["rows"]}>
      <DataTable
        label="Users"
        columns={columnsFor(props)}
        {...props.list}
        rowKey={(user) => user.id}
        empty={<EmptyUsers isSearched={props.isSearched} onClearSearch={props.onClearSearch} />}
      />
    </div>
  );
}
