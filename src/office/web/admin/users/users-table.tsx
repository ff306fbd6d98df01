import { RowButton } from "#ui/web/row-button.tsx";
import { Button, Group } from "@mantine/core";
import UserSearch from "lucide-react/icons/user-search";
import type { User } from "#office/contract/admin-users.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/empty-state.tsx";
import { Count, Moment, Money } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "#ui/web/admin/cells.module.css";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import type { PagedList } from "#ui/web/paged-list.ts";
import { AccountBadges } from "./user-facts.tsx";
import rowClasses from "./users-table.module.css";
import { t, RichText } from "./messages.ts";

type Actions = {
  /** Whether wallets are shown and can be adjusted. */
  seesMoney: boolean;
  /** The id of the signed-in administrator, who cannot adjust their own wallet. */
  ownId: string | null;
  onView: (user: User) => void;
  onAdjust: (user: User) => void;
};

function WalletCell(props: { user: User }) {
  const { walletBalanceCents, heldCents } = props.user;
  if (walletBalanceCents === null) return null;
  return (
    <>
      <Money amountCents={walletBalanceCents} />
      {heldCents !== null && heldCents > 0 ? (
        <span className={`${classes["below"]} ${classes["aside"]}`}>
          <RichText
            id="admin-users.onHold"
            components={{ amount: <Money amountCents={heldCents} /> }}
          />
        </span>
      ) : null}
    </>
  );
}

const walletColumn = (): Column<User> => ({
  key: "walletBalance",
  header: t("common.wallet"),
  isSortable: true,
  align: "end",
  isNoWrap: true,
  cell: (user) => <WalletCell user={user} />,
});

function columnsFor(actions: Actions): readonly Column<User>[] {
  return [
    {
      key: "fullName",
      header: t("admin-users.user"),
      isTitle: true,
      isSortable: true,
      cell: (user) => (
        <>
          <Group gap={8}>
            <span style={{ overflowWrap: "anywhere" }}>
              {user.fullName || t("admin-users.noName")}
            </span>
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
      header: t("admin-users.subscription"),
      isSortable: true,
      isNoWrap: true,
      cell: (user) =>
        user.subscription ? (
          <span className={classes["whole"]}>
            <StatusBadge label={user.subscription} color="sea" />
          </span>
        ) : (
          <span className={classes["quiet"]}>{t("common.none")}</span>
        ),
    },
    {
      key: "packageQuota",
      header: t("admin-users.quota"),
      isSortable: true,
      align: "end",
      cell: (user) => <Count value={user.packageQuota} />,
    },
    ...(actions.seesMoney ? [walletColumn()] : []),
    {
      key: "createdAt",
      header: t("admin-users.joined"),
      isSortable: true,
      isNoWrap: true,
      cell: (user) => <Moment at={user.createdAt} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: (user) => (
        <Group component="span" gap={6} wrap="nowrap" justify="flex-end">
          <RowButton
            aria-label={t("admin-users.viewDetailsOf", { email: user.email })}
            onClick={() => actions.onView(user)}
          >
            {t("common.viewDetails")}
          </RowButton>
          {user.id === actions.ownId || user.closedAt || !actions.seesMoney ? null : (
            <RowButton
              aria-label={t("admin-users.adjustWalletOf", { email: user.email })}
              onClick={() => actions.onAdjust(user)}
            >
              {t("admin-users.adjustWallet")}
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
      <EmptyState icon={icon} title={t("sentences.noUsers")} description={t("admin-users.empty")} />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={t("sentences.noUsersMatch")}
      actions={
        <Button variant="default" size="sm" onClick={props.onClearSearch}>
          {t("admin-users.showAll")}
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
  } & Omit<Actions, "seesMoney">,
) {
  const seesMoney = useMayUse("money");
  return (
    <div className={rowClasses["rows"]}>
      <DataTable
        label={t("common.users")}
        columns={columnsFor({ ...props, seesMoney })}
        {...props.list}
        rowKey={(user) => user.id}
        empty={<EmptyUsers isSearched={props.isSearched} onClearSearch={props.onClearSearch} />}
      />
    </div>
  );
}
