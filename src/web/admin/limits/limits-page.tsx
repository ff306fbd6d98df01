import { RowButton } from "#web/ui/row-button.tsx";
import { Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Gauge from "lucide-react/icons/gauge";
import type { CountedLimit } from "#contract/limits.ts";
import { useApi } from "#web/api.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Moment } from "#web/ui/figures.tsx";
import { ListCard } from "#web/ui/list-card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import cells from "#web/admin/cells.module.css";
import { usePagedList } from "#web/ui/paged-list.ts";
import { SearchBox } from "#web/ui/search-box.tsx";
import { limitKey, useLiftLimit } from "./use-lift-limit.ts";
import { limitLabel } from "./limit-labels.ts";

const pageSize = 20;

function useLimits() {
  const api = useApi();
  const view = useTableView();
  const search = view.read("search").slice(0, 200);
  const query = useQuery(
    api.limits.listLimits.queryOptions({
      input: { search, page: view.page, pageSize },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  return { view, search, query, list: usePagedList(query, view, pageSize) };
}

function columnsFor({
  lift,
  liftingKey,
}: ReturnType<typeof useLiftLimit>): readonly Column<CountedLimit>[] {
  return [
    {
      key: "who",
      header: "Account or address",
      isTitle: true,
      cell: (limit) => <span style={{ overflowWrap: "anywhere" }}>{limit.who}</span>,
    },
    { key: "limit", header: "Limit", cell: (limit) => limitLabel(limit.limit) },
    {
      key: "attempts",
      header: "Attempts",
      isNoWrap: true,
      cell: (limit) => (
        <Group gap={8} wrap="nowrap">
          <span className="figures">{`${limit.attempts} of ${limit.mostAttempts}`}</span>
          {limit.isReached ? (
            <span className={cells["whole"]}>
              <StatusBadge label="Reached" color="red" size="sm" />
            </span>
          ) : null}
        </Group>
      ),
    },
    {
      key: "endsAt",
      header: "Ends",
      isNoWrap: true,
      cell: (limit) => <Moment at={limit.endsAt} withTime />,
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (limit) => (
        <RowButton
          aria-label={`Lift: ${limitLabel(limit.limit)}, ${limit.who}`}
          loading={liftingKey === limitKey(limit)}
          onClick={() => void lift(limit)}
        >
          Lift
        </RowButton>
      ),
    },
  ];
}

function EmptyLimits(props: { isSearched: boolean }) {
  return props.isSearched ? (
    <EmptyState
      icon={<Gauge size={22} />}
      title="No matching limits"
      description="Search by email, account ID or network address."
    />
  ) : (
    <EmptyState
      icon={<Gauge size={22} />}
      title="No active limits"
      description="Failed logins, emails, checkouts and uploads appear here while they count toward a limit."
    />
  );
}

export default function LimitsPage() {
  const { view, search, query, list } = useLimits();
  const lifting = useLiftLimit();
  return (
    <>
      <PageHeader
        title="Limits"
        description="Attempts that count toward limits, and who is currently blocked."
        above={<BackLink to="/admin/dashboard" label="Back to Dashboard" />}
      />
      <Group align="flex-end" gap="sm" mb="lg">
        <SearchBox
          label="Search limits"
          placeholder="Email, account or network address"
          value={search}
          onSearch={(text) => view.write("search", text)}
        />
        <RefreshButton query={query} />
      </Group>
      <ListCard
        query={query}
        failure={{
          title: "The limits could not be loaded",
          description: "The limits still apply.",
        }}
      >
        <DataTable
          label="Limits"
          columns={columnsFor(lifting)}
          {...list}
          rowKey={limitKey}
          empty={<EmptyLimits isSearched={search !== ""} />}
        />
      </ListCard>
    </>
  );
}
