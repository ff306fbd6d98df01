import { Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { useSearchParams } from "react-router";
import type { User, WalletMoney } from "#office/contract/admin-users.ts";
import { userOrders, userStates, type UserState } from "#platform/rules/admin-list.ts";
import { useApi } from "#office/web/api.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { useSession } from "#ui/web/session.tsx";
import { Count, Money } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { ListCard } from "#ui/web/list-card.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RefreshButton } from "#ui/web/refresh-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { useOpenRow } from "#ui/web/admin/use-open-row.ts";
import { useFailureToast } from "#ui/web/failure-toast.ts";
import { usePagedList } from "#ui/web/paged-list.ts";
import { SearchBox } from "#ui/web/search-box.tsx";
import { UsersTable } from "./users-table.tsx";
import type { WalletMode } from "#money/web/admin/wallets/wallet-adjustment.ts";
import { useHasWarehouse } from "#ui/web/has-warehouse.ts";
import { t, RichText, toastText } from "./messages.ts";

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
