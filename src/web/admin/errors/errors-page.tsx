import { RowButton } from "#web/ui/row-button.tsx";
import type { ErrorSource, ErrorState } from "#core/admin-list.ts";
import { optionsOf } from "#web/ui/options.ts";
import { Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ErrorGroup } from "#contract/error-reports.ts";
import { useApi } from "#web/api.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Count, Moment } from "#web/ui/figures.tsx";
import { ListCard } from "#web/ui/list-card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { useTableView } from "#web/ui/table-view.ts";
import cells from "#web/admin/cells.module.css";
import { useOpenRow } from "#web/admin/use-open-row.ts";
import { ErrorDialog } from "./error-dialog.tsx";
import { usePagedList } from "#web/ui/paged-list.ts";

const pageSize = 20;

const states = optionsOf<ErrorState>({
  open: "Open",
  resolved: "Resolved",
  all: "Open and resolved",
});
const sources = optionsOf<ErrorSource>({
  all: "Server and browsers",
  server: "Server",
  browser: "Browsers",
});

function columnsFor(onShow: (group: ErrorGroup) => void): readonly Column<ErrorGroup>[] {
  return [
    {
      key: "message",
      header: "Error",
      isTitle: true,
      cell: ({ errorMessage, place }) => (
        <div style={{ overflowWrap: "anywhere" }}>
          {errorMessage}
          {place ? <div className={cells["below"]}>{place}</div> : null}
        </div>
      ),
    },
    { key: "source", header: "Where", cell: ({ source }) => source },
    { key: "times", header: "Times", align: "end", cell: ({ times }) => <Count value={times} /> },
    {
      key: "users",
      header: "Accounts",
      align: "end",
      cell: ({ usersAffected }) => <Count value={usersAffected} />,
    },
    {
      key: "lastSeenAt",
      header: "Last seen",
      isNoWrap: true,
      cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} withTime />,
    },
    {
      key: "state",
      header: "State",
      cell: ({ resolvedAt }) => (
        <span className={cells["whole"]}>
          <StatusBadge
            label={resolvedAt === null ? "Open" : "Resolved"}
            color={resolvedAt === null ? "yellow" : "green"}
          />
        </span>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (group) => (
        <RowButton aria-label={`Details of ${group.errorMessage}`} onClick={() => onShow(group)}>
          Details
        </RowButton>
      ),
    },
  ];
}

function useErrors() {
  const api = useApi();
  const view = useTableView();
  const state = states.find(({ value }) => value === view.read("state"))?.value ?? "open";
  const source = sources.find(({ value }) => value === view.read("source"))?.value ?? "all";
  const query = useQuery(
    api.errorReports.listErrors.queryOptions({
      input: { state, source, page: view.page, pageSize },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  return { view, state, source, query, list: usePagedList(query, view, pageSize) };
}

export default function ErrorsPage() {
  const { view, state, source, query, list } = useErrors();
  const { id: shown, open: openRow } = useOpenRow("error");
  return (
    <>
      <PageHeader
        title="Errors"
        description="Errors of the last 90 days in the server and in browsers, grouped by cause."
        above={<BackLink to="/admin/dashboard" label="Back to Dashboard" />}
      />
      <Stack gap="lg">
        <Group align="flex-end" gap="sm">
          <Select
            label="State"
            w={{ base: "100%", xs: 200 }}
            data={[...states]}
            value={state}
            onChange={(value) => view.write("state", value && value !== "open" ? value : "")}
          />
          <Select
            label="Where"
            w={{ base: "100%", xs: 200 }}
            data={[...sources]}
            value={source}
            onChange={(value) => view.write("source", value && value !== "all" ? value : "")}
          />
          <RefreshButton query={query} />
        </Group>
        <ListCard
          query={query}
          failure={{
            title: "The errors could not be loaded",
            description: "No data was lost. Please try again.",
          }}
        >
          <DataTable
            label="Errors"
            columns={columnsFor(({ id }) => openRow(id))}
            {...list}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={<CircleCheck size={22} />}
                title={state === "open" ? "No open errors" : "No matching errors"}
                description="Errors are stored for 90 days."
              />
            }
          />
        </ListCard>
      </Stack>
      <ErrorDialog
        errorGroupId={shown !== null && /^[0-9a-f-]{36}$/.test(shown) ? shown : null}
        onClose={() => openRow(null)}
      />
    </>
  );
}
