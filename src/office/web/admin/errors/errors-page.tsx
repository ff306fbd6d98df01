import { RowButton } from "#ui/web/row-button.tsx";
import { errorSources, errorStates } from "#platform/rules/admin-list.ts";
import { Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ErrorGroup } from "#platform/contract/error-reports.ts";
import { useApi } from "#office/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/empty-state.tsx";
import { Count, Moment } from "#ui/web/figures.tsx";
import { ListCard } from "#ui/web/list-card.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RefreshButton } from "#ui/web/refresh-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useOpenRow } from "#ui/web/admin/use-open-row.ts";
import { ErrorDialog } from "./error-dialog.tsx";
import { usePagedList } from "#ui/web/paged-list.ts";
import { t } from "./messages.ts";

const pageSize = 20;

function columnsFor(onShow: (group: ErrorGroup) => void): readonly Column<ErrorGroup>[] {
  return [
    {
      key: "message",
      header: t("admin-errors.error"),
      isTitle: true,
      cell: ({ errorMessage, place }) => (
        <div style={{ overflowWrap: "anywhere" }}>
          <span>{errorMessage}</span>
          {place ? <div className={cells["below"]}>{place}</div> : null}
        </div>
      ),
    },
    { key: "source", header: t("admin-errors.where"), cell: ({ source }) => source },
    {
      key: "times",
      header: t("admin-errors.times"),
      align: "end",
      cell: ({ times }) => <Count value={times} />,
    },
    {
      key: "users",
      header: t("admin-errors.accounts"),
      align: "end",
      cell: ({ usersAffected }) => <Count value={usersAffected} />,
    },
    {
      key: "lastSeenAt",
      header: t("admin-errors.lastSeen"),
      isNoWrap: true,
      cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} withTime />,
    },
    {
      key: "state",
      header: t("common.state"),
      cell: ({ resolvedAt }) => (
        <span className={cells["whole"]}>
          <StatusBadge
            label={t(`admin-errors.state.${resolvedAt === null ? "open" : "resolved"}`)}
            color={resolvedAt === null ? "yellow" : "green"}
          />
        </span>
      ),
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (group) => (
        <RowButton
          aria-label={t("admin-errors.detailsOf", { message: group.errorMessage })}
          onClick={() => onShow(group)}
        >
          {t("common.details")}
        </RowButton>
      ),
    },
  ];
}

function useErrors() {
  const api = useApi();
  const view = useTableView();
  const state = errorStates.find((name) => name === view.read("state")) ?? "open";
  const source = errorSources.find((name) => name === view.read("source")) ?? "all";
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
      <PageHeader title={t("admin-errors.title")} description={t("admin-errors.description")} />
      <Stack gap="lg">
        <Group align="flex-end" gap="sm">
          <Select
            label={t("common.state")}
            w={{ base: "100%", xs: 200 }}
            data={errorStates.map((name) => ({
              value: name,
              label: t(`admin-errors.state.${name}`),
            }))}
            value={state}
            onChange={(value) => view.write("state", value && value !== "open" ? value : "")}
          />
          <Select
            label={t("admin-errors.where")}
            w={{ base: "100%", xs: 200 }}
            data={errorSources.map((name) => ({
              value: name,
              label: t(`admin-errors.source.${name}`),
            }))}
            value={source}
            onChange={(value) => view.write("source", value && value !== "all" ? value : "")}
          />
          <RefreshButton query={query} />
        </Group>
        <ListCard
          query={query}
          failure={{
            title: t("admin-errors.notLoaded"),
            description: t("common.noDataLost"),
          }}
        >
          <DataTable
            label={t("admin-errors.title")}
            columns={columnsFor(({ id }) => openRow(id))}
            {...list}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={<CircleCheck size={22} />}
                title={t(state === "open" ? "admin-errors.noOpenErrors" : "admin-errors.noMatches")}
                description={t("admin-errors.storedFor")}
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
