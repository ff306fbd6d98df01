import { Group, Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { useSearchParams } from "react-router";
import type { User, WalletMoney } from "#office/contract/admin-users.ts";
import { userOrders, userStates, type UserState } from "#platform/rules/list-page.ts";
import { useApi } from "#office/web/api.ts";
import { useMayUse, useHasWarehouse } from "#ui/web/permissions.ts";
import { useSession } from "#ui/web/session.tsx";
import { Count, Money, Moment } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RefreshButton } from "#ui/web/refresh-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { useTableView, usePagedList, type PagedList } from "#ui/web/table-view.ts";
import { useOpenRow } from "#ui/web/open-state.ts";
import { useFailureToast } from "#ui/web/toast.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";
import type { WalletMode } from "#money/web/admin/wallets/wallet-adjustment.ts";
import { RichText, t, toastText } from "#ui/web/i18n/messages.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import UserSearch from "lucide-react/icons/user-search";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "#ui/web/admin/cells.module.css";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { AccountBadges } from "./user-facts.tsx";
import rowClasses from "./users-table.module.css";

const UserDialog = lazy(async () => ({ default: (await import("./user-dialog.tsx")).UserDialog }));

const WalletDialog = lazy(async () => ({
  default: (await import("#money/web/admin/wallets/wallet-dialog.tsx")).WalletDialog,
}));

const pageSize = 20;

function useUsers() {
  const api = useApi();
  const view = useTableView();
  const search = view.read("search").slice(0, 200);
  const state = userStates.find((known) => known === view.read("state")) ?? "all";
  const order = userOrders.find((known) => known === view.sort?.column);
  const ordering = order ? { order, direction: view.sort?.direction ?? "asc" } : {};
  const query = useQuery(
    api.users.listUsers.queryOptions({
      input: { search, state, ...ordering, page: view.page, pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  useFailureToast(query.error, toastText("usersNotLoaded"));
  return { view, search, state, query, list: usePagedList(query, view, pageSize) };
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

export default function UsersPage() {
  const { view, search, state, query, list } = useUsers();
  const [, setAddress] = useSearchParams();
  const seesMoney = useMayUse("money");
  const hasWarehouse = useHasWarehouse();
  const shownStates = userStates.filter((value) => seesMoney || !isAboutMoney(value));
  const ownId = useSession().person?.id ?? null;
  const { id: shownId, open: openRow } = useOpenRow("user");
  const [mode, setMode] = useState<WalletMode | null>(null);
  const isSearched = search !== "" || state !== "all";
  const total = (
    <Total
      total={list.total}
      isSearched={isSearched}
      state={state}
      money={query.data?.walletMoney}
    />
  );
  const clear = () => setAddress({}, { replace: true, preventScrollReset: true });
  const adjust = (user: User) => setMode({ customer: { id: user.id, email: user.email } });
  return (
    <>
      <PageHeader title={t("admin-users.manageUsers")} description={total} />
      <Group align="flex-end" gap="sm" mb="lg">
        <SearchBox
          label={t("admin-users.search")}
          placeholder={t(
            hasWarehouse ? "admin-users.searchHint" : "admin-users.searchHintWithoutCode",
          )}
          value={search}
          onSearch={(text) => view.write("search", text)}
        />
        <Select
          label={t("admin-users.state")}
          w={{ base: "100%", xs: 180 }}
          data={shownStates.map((value) => ({ value, label: t(`admin-users.state.${value}`) }))}
          value={state}
          allowDeselect={false}
          onChange={(chosen) => view.write("state", chosen && chosen !== "all" ? chosen : "")}
        />
        <RefreshButton query={query} />
      </Group>
      <ListCard
        query={query}
        failure={{
          title: t("toasts.usersNotLoaded.title"),
          description: t("common.noDataLost"),
        }}
      >
        <UsersTable
          list={list}
          isSearched={isSearched}
          onClearSearch={clear}
          ownId={ownId}
          onView={({ id }) => openRow(id)}
          onAdjust={adjust}
        />
      </ListCard>
      <LazyPart isWanted={shownId !== null}>
        <UserDialog
          userId={shownId}
          isCovered={mode !== null}
          onClose={() => openRow(null)}
          onAdjust={adjust}
        />
      </LazyPart>
      <LazyPart isWanted={mode !== null}>
        <WalletDialog mode={mode} onClose={() => setMode(null)} />
      </LazyPart>
    </>
  );
}

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
