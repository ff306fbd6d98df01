import { RowButton } from "#web/ui/row-button.tsx";
import type { AuditOutcome } from "#core/admin-list.ts";
import { optionsOf } from "#web/ui/options.ts";
import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import ScrollText from "lucide-react/icons/scroll-text";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { lazy, useState } from "react";
import type { AuditEntry } from "#contract/audit.ts";
import { useApi } from "#web/api.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { csvAddress } from "#web/ui/csv-address.ts";
import { Moment } from "#web/ui/figures.tsx";
import { ListCard } from "#web/ui/list-card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { useTableView, type TableView } from "#web/ui/table-view.ts";
import { actionLabel, shownMessage } from "./audit-labels.ts";
import cells from "#web/admin/cells.module.css";
import { EmailText } from "#web/admin/email-text.tsx";
import { usePagedList } from "#web/ui/paged-list.ts";
import { SearchBox } from "#web/ui/search-box.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";

const AuditEntryDialog = lazy(async () => ({
  default: (await import("./audit-entry-dialog.tsx")).AuditEntryDialog,
}));

const pageSize = 20;

const outcomes = optionsOf<AuditOutcome>({
  all: "All results",
  done: "Done",
  rejected: "Rejected",
});

/** The start of `day` in the reader's time zone, `daysLater` days on, as ISO 8601; undefined when it is not a date. */
function startOf(day: string, daysLater: number): string | undefined {
  const [year, month, date] = /^\d{4}-\d{2}-\d{2}$/.test(day) ? day.split("-").map(Number) : [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const moment = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function readFilter(view: TableView) {
  const from = startOf(view.read("from"), 0);
  const until = startOf(view.read("until"), 1);
  return {
    actor: view.read("actor").slice(0, 254),
    target: view.read("target").slice(0, 254),
    action: view.read("action").slice(0, 80),
    outcome: outcomes.find(({ value }) => value === view.read("outcome"))?.value ?? "all",
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  };
}

type Filter = ReturnType<typeof readFilter>;

function columnsFor(onShow: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] {
  return [
    {
      key: "action",
      header: "Action",
      isTitle: true,
      cell: (entry) => (
        <>
          <span>{actionLabel(entry.action)}</span>
          {entry.reason ? <div className={cells["below"]}>{entry.reason}</div> : null}
        </>
      ),
    },
    {
      key: "target",
      header: "Target",
      cell: ({ target, targetName }) => (
        <span className={targetName ? undefined : cells["id"]} title={target}>
          {targetName ?? (target || "–")}
        </span>
      ),
    },
    {
      key: "who",
      header: "Actor",
      cell: ({ actorEmail }) =>
        actorEmail === null ? "Operator" : <EmailText>{actorEmail}</EmailText>,
    },
    {
      key: "when",
      header: "Time",
      isNoWrap: true,
      cell: ({ createdAt }) => <Moment at={createdAt} withTime />,
    },
    {
      key: "outcome",
      header: "Result",
      cell: ({ errorCode }) => (
        <span
          className={cells["whole"]}
          {...(errorCode === null ? {} : { title: shownMessage(errorCode) })}
        >
          <StatusBadge
            label={errorCode === null ? "Done" : "Rejected"}
            color={errorCode === null ? "green" : "red"}
          />
        </span>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (entry) => (
        <RowButton
          aria-label={`Details of ${actionLabel(entry.action)}`}
          onClick={() => onShow(entry)}
        >
          Details
        </RowButton>
      ),
    },
  ];
}

function Filters(props: { view: TableView; filter: Filter; actions: readonly string[] }) {
  const { view, filter } = props;
  const actions = [...new Set([...props.actions, ...(filter.action ? [filter.action] : [])])];
  const from = view.read("from");
  const until = view.read("until");
  const isReversed = from !== "" && until !== "" && from > until;
  return (
    <Group align="flex-start" gap="sm">
      <SearchBox
        label="Actor"
        placeholder="Email"
        value={filter.actor}
        onSearch={(text) => view.write("actor", text)}
      />
      <SearchBox
        label="Target"
        placeholder="Email, tracking number or id"
        value={filter.target}
        onSearch={(text) => view.write("target", text)}
      />
      <Select
        label="Action"
        searchable
        clearable
        placeholder="All actions"
        nothingFoundMessage="No matching actions"
        w={{ base: "100%", xs: 210 }}
        data={actions.map((value) => ({ value, label: actionLabel(value) }))}
        value={filter.action || null}
        onChange={(value) => view.write("action", value ?? "")}
      />
      <Select
        label="Result"
        w={{ base: "100%", xs: 170 }}
        data={[...outcomes]}
        value={filter.outcome}
        onChange={(value) => view.write("outcome", value && value !== "all" ? value : "")}
      />
      <TextInput
        type="date"
        label="From"
        w={{ base: "100%", xs: 160 }}
        value={from}
        error={isReversed ? "This should not be after the last day." : null}
        onChange={(event) => view.write("from", event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Until"
        w={{ base: "100%", xs: 160 }}
        value={until}
        onChange={(event) => view.write("until", event.currentTarget.value)}
      />
    </Group>
  );
}

function ExportButton(props: { filter: Filter }) {
  return (
    <Button
      component="a"
      href={csvAddress("/api/admin/audit/audit-log.csv", props.filter)}
      download="audit-log.csv"
      variant="default"
      leftSection={<Download size={16} aria-hidden="true" />}
    >
      Export
    </Button>
  );
}

export default function AuditPage() {
  const api = useApi();
  const view = useTableView();
  const filter = readFilter(view);
  const query = useQuery(
    api.audit.listEntries.queryOptions({
      input: { ...filter, page: view.page, pageSize },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  const list = usePagedList(query, view, pageSize);
  const [shown, setShown] = useState<AuditEntry | null>(null);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Everything that staff did, including rejected attempts. Entries cannot be changed."
        above={<BackLink to="/admin/dashboard" label="Back to Dashboard" />}
        actions={<ExportButton filter={filter} />}
      />
      <Stack gap="lg">
        {query.data?.isProtectedByPrivileges === false ? (
          <Alert
            color="yellow"
            icon={<TriangleAlert size={18} />}
            title="Protected by triggers only"
          >
            The server connects to the database as its owner, who could remove the triggers that
            block changes. The operations guide explains under Database roles how to give the server
            its own role.
          </Alert>
        ) : null}
        <Filters view={view} filter={filter} actions={query.data?.actions ?? []} />
        <ListCard
          query={query}
          failure={{
            title: "The audit log could not be loaded",
            description: "No data was lost. Please try again.",
          }}
        >
          <DataTable
            label="Audit log"
            columns={columnsFor(setShown)}
            {...list}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={<ScrollText size={22} />}
                title="No matching entries"
                description="Change the filters to see others."
              />
            }
          />
        </ListCard>
      </Stack>
      <LazyPart isWanted={shown !== null}>
        <AuditEntryDialog entry={shown} onClose={() => setShown(null)} />
      </LazyPart>
    </>
  );
}
