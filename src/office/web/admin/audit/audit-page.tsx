import { RowButton } from "#ui/web/row-button.tsx";
import { auditOutcomes } from "#platform/rules/list-page.ts";
import { Alert, Button, Group, TextInput } from "@mantine/core";
import Download from "lucide-react/icons/download";
import ScrollText from "lucide-react/icons/scroll-text";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import type { AuditEntry } from "#office/contract/audit.ts";
import { useApi } from "#office/web/api.ts";
import type { Column } from "#ui/web/data-table.tsx";
import { csvAddress } from "#ui/web/save-file.ts";
import { Moment, optionalText } from "#ui/web/figures.tsx";
import { Select } from "#ui/web/select.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import type { TableView } from "#ui/web/table-view.ts";
import { actionLabel, shownMessage } from "./audit-labels.ts";
import cells from "#ui/web/admin/cells.module.css";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";
import { ListPage } from "#ui/web/list-page.tsx";
import { useList } from "#ui/web/use-list.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const AuditEntryDialog = laterPart(
  async () => (await import("./audit-entry-dialog.tsx")).AuditEntryDialog,
);

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
    outcome: auditOutcomes.find((outcome) => outcome === view.read("outcome")) ?? "all",
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  };
}

type Filter = ReturnType<typeof readFilter>;

function columnsFor(onShow: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] {
  return [
    {
      key: "action",
      header: t("admin-audit.action"),
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
      header: t("admin-audit.target"),
      cell: ({ target, targetName }) => (
        <span className={targetName ? undefined : cells["id"]} title={target}>
          {optionalText(targetName ?? target)}
        </span>
      ),
    },
    {
      key: "who",
      header: t("admin-audit.actor"),
      cell: ({ actorEmail }) =>
        actorEmail === null ? t("admin-audit.operator") : <EmailText>{actorEmail}</EmailText>,
    },
    {
      key: "when",
      header: t("admin-audit.time"),
      isNoWrap: true,
      cell: ({ createdAt }) => <Moment at={createdAt} withTime />,
    },
    {
      key: "outcome",
      header: t("common.result"),
      cell: ({ errorCode }) => (
        <span
          className={cells["whole"]}
          {...(errorCode === null ? {} : { title: shownMessage(errorCode) })}
        >
          <StatusBadge
            label={t(`admin-audit.outcome.${errorCode === null ? "done" : "rejected"}`)}
            color={errorCode === null ? "green" : "red"}
          />
        </span>
      ),
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (entry) => (
        <RowButton
          aria-label={t("admin-audit.detailsOf", { action: actionLabel(entry.action) })}
          onClick={() => onShow(entry)}
        >
          {t("common.details")}
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
        label={t("admin-audit.actor")}
        placeholder={t("common.email")}
        value={filter.actor}
        onSearch={(text) => view.write("actor", text)}
      />
      <SearchBox
        label={t("admin-audit.target")}
        placeholder={t("admin-audit.targetPlaceholder")}
        value={filter.target}
        onSearch={(text) => view.write("target", text)}
      />
      <Select
        label={t("admin-audit.action")}
        searchable
        clearable
        placeholder={t("admin-audit.allActions")}
        nothingFoundMessage={t("admin-audit.noMatchingActions")}
        w={{ base: "100%", xs: 210 }}
        data={actions.map((value) => ({ value, label: actionLabel(value) }))}
        value={filter.action || null}
        onChange={(value) => view.write("action", value ?? "")}
      />
      <Select
        label={t("common.result")}
        w={{ base: "100%", xs: 170 }}
        data={auditOutcomes.map((outcome) => ({
          value: outcome,
          label: t(`admin-audit.outcome.${outcome}`),
        }))}
        value={filter.outcome}
        onChange={(value) => view.write("outcome", value && value !== "all" ? value : "")}
      />
      <TextInput
        type="date"
        label={t("admin-audit.from")}
        w={{ base: "100%", xs: 160 }}
        value={from}
        error={isReversed ? t("admin-audit.reversedDates") : null}
        onChange={(event) => view.write("from", event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t("admin-audit.until")}
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
      variant="default"
      leftSection={<Download size={16} aria-hidden="true" />}
    >
      {t("admin-audit.export")}
    </Button>
  );
}

export default function AuditPage() {
  const api = useApi();
  const list = useList((view, page) =>
    api.audit.listEntries.queryOptions({ input: { ...readFilter(view), ...page } }),
  );
  const { view, data } = list;
  const filter = readFilter(view);
  const [shown, setShown] = useState<AuditEntry | null>(null);
  return (
    <ListPage
      title={t("admin-audit.title")}
      description={t("admin-audit.description")}
      actions={<ExportButton filter={filter} />}
      alert={
        <>
          {data?.isProtectedByPrivileges === false ? (
            <Alert
              color="yellow"
              icon={<TriangleAlert size={18} />}
              title={t("admin-audit.triggersOnly")}
            >
              {t("admin-audit.triggersOnlyHint")}
            </Alert>
          ) : null}
          <Filters view={view} filter={filter} actions={data?.actions ?? []} />
        </>
      }
      list={list}
      columns={columnsFor(setShown)}
      rowKey={({ id }) => id}
      failure={{ title: t("admin-audit.notLoaded"), description: t("common.noDataLost") }}
      icon={<ScrollText size={22} />}
      empty={{
        title: t("admin-audit.noMatches"),
        description: t("admin-audit.noMatchesHint"),
      }}
    >
      <AuditEntryDialog isWanted={shown !== null} entry={shown} onClose={() => setShown(null)} />
    </ListPage>
  );
}
