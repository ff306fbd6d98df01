import { Group, Button } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { User, WalletMoney } from "#office/contract/admin-users.ts";
import { userOrders, userStates, type UserState } from "#platform/rules/list-page.ts";
import { useApi } from "#office/web/api.ts";
import { useMayUse, useHasWarehouse } from "#ui/web/permissions.ts";
import { usePerson } from "#ui/web/session.tsx";
import { Count, Money, Moment } from "#ui/web/figures.tsx";
import { ListPage } from "#ui/web/list-page.tsx";
import { useList } from "#ui/web/use-list.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { Select } from "#ui/web/select.tsx";
import type { TableView } from "#ui/web/table-view.ts";
import { useOpenRow } from "#ui/web/open-state.ts";
import { useFailureToast } from "#ui/web/toast.tsx";
import type { WalletMode } from "#money/web/admin/wallets/wallet-adjustment.ts";
import { RichText, t, toastText } from "#ui/web/i18n/messages.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import UserSearch from "lucide-react/icons/user-search";
import type { Column } from "#ui/web/data-table.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "#ui/web/admin/cells.module.css";
import { ExportButton } from "#ui/web/admin/export-button.tsx";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { AccountBadges } from "./user-facts.tsx";

const UserDialog = laterPart(async () => (await import("./user-dialog.tsx")).UserDialog);

const InviteDialog = laterPart(async () => (await import("./invite-dialog.tsx")).InviteDialog);

const WalletDialog = laterPart(
  async () => (await import("#money/web/admin/wallets/wallet-dialog.tsx")).WalletDialog,
);

function filterIn({ read, sort }: TableView) {
  const state = userStates.find((known) => known === read("state")) ?? "all";
  const order = userOrders.find((known) => known === sort?.column);
  return { state, ...(order && { order, direction: sort?.direction ?? "asc" }) };
}

/** How many users there are, with the sum of their wallets where the list is about money. */
function Total(props: {
  total: number | undefined;
  isSearched: boolean;
  state: UserState;
  money: WalletMoney | undefined;
}) {
  const { total, money } = props;
  if (total === undefined) return <span>{t("admin-users.summary")}</span>;
  const count = <Count value={total} />;
  if (money === undefined) {
    const id = props.isSearched ? "admin-users.found" : "admin-users.total";
    return <RichText id={id} values={{ total }} components={{ total: count }} />;
  }
  const isHeld = props.state === "withHolds";
  const amount = <Money amountCents={isHeld ? money.heldCents : money.balanceCents} />;
  return (
    <RichText
      id={isHeld ? "admin-users.foundWithHolds" : "admin-users.foundWithBalance"}
      values={{ total }}
      components={{ total: count, amount }}
    />
  );
}

function isAboutMoney(state: UserState): boolean {
  return state === "withMoney" || state === "withHolds";
}

/** The users that are listed as a file and, where the list is about them, their holds; and inviting staff. */
function ListActions(props: {
  search: string;
  state: UserState;
  usersCount: number | undefined;
  holdsCount: number | undefined;
  /** null: not for the reader. */
  onInvite: (() => void) | null;
}) {
  const { search, state, onInvite } = props;
  return (
    <>
      {state === "withHolds" ? (
        <ExportButton
          path="/api/admin/holds/holds.csv"
          filter={{ search }}
          count={props.holdsCount}
          labelOf={(count) => t("admin-users.exportHolds", { count })}
        />
      ) : null}
      <ExportButton
        path="/api/admin/users/users.csv"
        filter={{ search, state }}
        count={props.usersCount}
      />
      {onInvite === null ? null : (
        <Button variant="default" onClick={onInvite}>
          {t("admin-users.invitations.open")}
        </Button>
      )}
    </>
  );
}

export default function UsersPage() {
  const api = useApi();
  const list = useList((view, page, search) =>
    api.users.listUsers.queryOptions({ input: { search, ...filterIn(view), ...page } }),
  );
  const { view, query, data, search } = list;
  const { state } = filterIn(view);
  useFailureToast(query.error, toastText("usersNotLoaded"));
  const [, setAddress] = useSearchParams();
  const seesMoney = useMayUse("money");
  const mayInvite = useMayUse("admin");
  const [isInviting, setInviting] = useState(false);
  const hasWarehouse = useHasWarehouse();
  const shownStates = userStates.filter((value) => seesMoney || !isAboutMoney(value));
  const { id: ownId } = usePerson();
  const { id: shownId, open: openRow } = useOpenRow("user");
  const [mode, setMode] = useState<WalletMode | null>(null);
  const isSearched = search !== "" || state !== "all";
  const clear = () => setAddress({}, { replace: true, preventScrollReset: true });
  const adjust = (user: User) => setMode({ customer: { id: user.id, email: user.email } });
  return (
    <>
      <ListPage
        title={t("admin-users.manageUsers")}
        actions={
          <ListActions
            search={search}
            state={state}
            usersCount={list.table.total}
            holdsCount={data?.openHoldsCount}
            onInvite={mayInvite ? () => setInviting(true) : null}
          />
        }
        description={
          <Total
            total={list.table.total}
            isSearched={isSearched}
            state={state}
            money={data?.walletMoney}
          />
        }
        search={{
          label: t("admin-users.search"),
          placeholder: t(
            hasWarehouse ? "admin-users.searchHint" : "admin-users.searchHintWithoutCode",
          ),
        }}
        filters={
          <Select
            label={t("admin-users.state")}
            w={{ base: "100%", xs: 180 }}
            data={shownStates.map((value) => ({ value, label: t(`admin-users.state.${value}`) }))}
            value={state}
            allowDeselect={false}
            onChange={(chosen) => view.write("state", chosen && chosen !== "all" ? chosen : "")}
          />
        }
        hasRefresh
        label={t("common.users")}
        list={list}
        columns={columnsFor({
          seesMoney,
          ownId,
          onView: ({ id }) => openRow(id),
          onAdjust: adjust,
        })}
        rowKey={({ id }) => id}
        failure={{
          title: t("toasts.usersNotLoaded.title"),
          description: t("common.noDataLost"),
        }}
        icon={<UserSearch size={22} />}
        empty={
          isSearched
            ? {
                title: t("sentences.noUsersMatch"),
                actions: (
                  <Button variant="default" size="sm" onClick={clear}>
                    {t("admin-users.showAll")}
                  </Button>
                ),
              }
            : { title: t("sentences.noUsers"), description: t("admin-users.empty") }
        }
      />
      <UserDialog
        isWanted={shownId !== null}
        userId={shownId}
        isCovered={mode !== null}
        onClose={() => openRow(null)}
        onAdjust={adjust}
      />
      <InviteDialog isWanted={isInviting} isOpen={isInviting} onClose={() => setInviting(false)} />
      <WalletDialog isWanted={mode !== null} mode={mode} onClose={() => setMode(null)} />
    </>
  );
}

type Actions = {
  /** Whether wallets are shown and can be adjusted. */
  seesMoney: boolean;
  /** The id of the signed-in administrator, who cannot adjust their own wallet. */
  ownId: string;
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
          {user.id === actions.ownId ||
          user.closedAt ||
          !actions.seesMoney ||
          user.walletBalanceCents === null ? null : (
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
