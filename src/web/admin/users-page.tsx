/** The screen where administrators find people, look at them and adjust their wallets. */
import { Button, Card, Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import { toasts } from "#contract/messages.ts";
import type { User } from "#contract/office-people.ts";
import { useApi } from "#web/api.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Count } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import { useFailureToast } from "./failure-toast.ts";
import { usePagedList } from "./paged-list.ts";
import { SearchBox } from "./search-box.tsx";
import { UserDialog } from "./user-dialog.tsx";
import { UsersTable } from "./users-table.tsx";
import type { WalletErrand } from "./wallet-adjustment.ts";
import { WalletDialog } from "./wallet-dialog.tsx";

const pageSize = 20;

function useUsers() {
  const api = useApi();
  const view = useTableView();
  const search = view.read("search").slice(0, 200);
  const query = useQuery(
    api.people.listUsers.queryOptions({
      input: { search, page: view.page, pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  useFailureToast(query.error, toasts.usersNotLoaded);
  return { view, search, query, ...usePagedList(query, view, pageSize) };
}

function totalInWords(total: number | undefined, search: string) {
  if (total === undefined) return "Find people by name or email, and adjust their wallets.";
  const people = total === 1 ? "person" : "people";
  return (
    <>
      <Count value={total} /> {people} {search ? "found" : "in all"}
    </>
  );
}

export default function UsersPage() {
  const { view, search, query, rows, total } = useUsers();
  const [shown, setShown] = useState<User | null>(null);
  const [errand, setErrand] = useState<WalletErrand | null>(null);
  const fresh = query.data?.items.find(({ id }) => id === shown?.id) ?? shown;
  const adjust = (user: User) => setErrand({ customer: { id: user.id, email: user.email } });
  return (
    <>
      <PageHeader title="Manage Users" description={totalInWords(total, search)} />
      <Group align="flex-end" gap="sm" mb="lg">
        <SearchBox
          label="Search users"
          placeholder="Name or email"
          value={search}
          onSearch={(text) => view.write("search", text)}
        />
        <Button
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden="true" />}
          loading={query.isFetching && query.isFetchedAfterMount}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </Group>
      {query.isError ? (
        <ErrorState
          title={toasts.usersNotLoaded.title}
          description="The list is empty until the server answers again."
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Card padding={0}>
          <UsersTable
            users={rows}
            total={total}
            view={view}
            isRefreshing={query.isPlaceholderData}
            isSearched={search !== ""}
            onClearSearch={() => view.write("search", "")}
            onView={setShown}
            onAdjust={adjust}
          />
        </Card>
      )}
      <UserDialog
        user={shown === null ? null : fresh}
        isCovered={errand !== null}
        onClose={() => setShown(null)}
        onAdjust={adjust}
      />
      <WalletDialog errand={errand} onClose={() => setErrand(null)} />
    </>
  );
}
