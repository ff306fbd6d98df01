import { optionsOf } from "#web/ui/options.ts";
import { Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { t } from "#web/i18n/messages.tsx";
import { toastText } from "#web/i18n/toast-text.ts";
import type { User, WalletMoney } from "#contract/admin-users.ts";
import { userOrders, type UserState } from "#core/admin-list.ts";
import { useApi } from "#web/api.tsx";
import { useSession } from "#web/session.tsx";
import { Count, Money } from "#web/ui/figures.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { ListCard } from "#web/ui/list-card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { useOpenRow } from "#web/admin/use-open-row.ts";
import { useFailureToast } from "#web/ui/failure-toast.ts";
import { usePagedList } from "#web/ui/paged-list.ts";
import { SearchBox } from "#web/ui/search-box.tsx";
import { UsersTable } from "./users-table.tsx";
import type { WalletMode } from "#web/admin/wallets/wallet-adjustment.ts";

const UserDialog = lazy(async () => ({ default: (await import("./user-dialog.tsx")).UserDialog }));

const WalletDialog = lazy(async () => ({
  default: (await import("#web/admin/wallets/wallet-dialog.tsx")).WalletDialog,
}));

const pageSize = 20;

const states = optionsOf<UserState>({
  all: "All users",
  active: "Active",
  subscribed: "With a plan",
  withMoney: "With a balance",
  withHolds: "With money on hold",
  suspended: "Suspended",
  closed: "Closed",
  admins: "Administrators",
});

function useUsers() {
  const api = useApi();
  const view = useTableView();
  const search = view.read("search").slice(0, 200);
  const state = states.find(({ value }) => value === view.read("state"))?.value ?? "all";
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

/** The sum of the listed wallets, where the list is about money. */
function MoneyTotal(props: { state: UserState; money: WalletMoney | undefined }) {
  const { state, money } = props;
  if (money === undefined) return null;
  return state === "withHolds" ? (
    <>
      , <Money amountCents={money.heldCents} /> on hold
    </>
  ) : (
    <>
      , <Money amountCents={money.balanceCents} /> in their wallets
    </>
  );
}

function totalText(total: number | undefined, isSearched: boolean, money: ReactNode) {
  if (total === undefined) return "Find users by name or email, and adjust their wallets.";
  const users = total === 1 ? "user" : "users";
  return (
    <>
      <Count value={total} /> {users} {isSearched ? "found" : "in total"}
      {money}
    </>
  );
}

export default function UsersPage() {
  const { view, search, state, query, list } = useUsers();
  const [, setAddress] = useSearchParams();
  const ownId = useSession().person?.id ?? null;
  const { id: shownId, open: openRow } = useOpenRow("user");
  const [mode, setMode] = useState<WalletMode | null>(null);
  const isSearched = search !== "" || state !== "all";
  const money = <MoneyTotal state={state} money={query.data?.walletMoney} />;
  const clear = () => setAddress({}, { replace: true, preventScrollReset: true });
  const adjust = (user: User) => setMode({ customer: { id: user.id, email: user.email } });
  return (
    <>
      <PageHeader title="Manage Users" description={totalText(list.total, isSearched, money)} />
      <Group align="flex-end" gap="sm" mb="lg">
        <SearchBox
          label="Search users"
          placeholder="Name or email"
          value={search}
          onSearch={(text) => view.write("search", text)}
        />
        <Select
          label="State"
          w={{ base: "100%", xs: 180 }}
          data={[...states]}
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
          description: "No data was lost. Please try again.",
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
