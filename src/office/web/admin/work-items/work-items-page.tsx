import { i18n } from "@lingui/core";
import { Anchor, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { Link } from "react-router";
import type { WorkItem } from "#office/contract/admin.ts";
import {
  warehouseWorkKinds,
  workItemKinds,
  type WorkItemKind,
  type WorkKind,
} from "#office/rules/work-item.ts";
import type { MessageId } from "#platform/rules/messages.ts";
import { laneTimeLimits } from "#catalogue/rules/lane-time.ts";
import { waitingLimits } from "#goods/rules/inbound-parcel.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useApi } from "#office/web/api.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import type { DifferingWeight } from "#shipping/web/carrier-weights/settle-weight-dialog.tsx";
import { WeightDifference } from "#shipping/web/carrier-weights/weight-difference.tsx";
import { CasesTable } from "#office/web/admin/cases/cases-table.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Code, Count, Moment, optionalText } from "#ui/web/figures.tsx";
import { useList } from "#ui/web/use-list.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { EmailText } from "#ui/web/admin/email-text.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";

const SettleWeightDialog = laterPart(
  async () =>
    (await import("#shipping/web/carrier-weights/settle-weight-dialog.tsx")).SettleWeightDialog,
);

type Tab = { readonly value: WorkItemKind } & Readonly<
  Record<"label" | "description" | "nameHeader" | "aboutHeader" | "sinceHeader", string>
>;

function tabOf(value: WorkItemKind): Tab {
  switch (value) {
    case "pending_packages":
      return {
        value,
        label: t("admin-work-items.pendingPackages"),
        description: t("admin-work-items.pendingPackagesText", { days: waitingLimits.pendingDays }),
        nameHeader: t("admin-work-items.package"),
        aboutHeader: t("common.route"),
        sinceHeader: t("admin-work-items.registered"),
      };
    case "stalled_legs":
      return {
        value,
        label: t("admin-work-items.stalledLegs"),
        description: t("admin-work-items.stalledLegsText", { days: waitingLimits.silentLegDays }),
        nameHeader: t("admin-work-items.package"),
        aboutHeader: t("admin-work-items.leg"),
        sinceHeader: t("admin-work-items.lastChange"),
      };
    case "late_legs":
      return {
        value,
        label: t("admin-work-items.lateLegs"),
        description: t("admin-work-items.lateLegsText"),
        nameHeader: t("admin-work-items.package"),
        aboutHeader: t("admin-work-items.leg"),
        sinceHeader: t("admin-work-items.lateSince"),
      };
    case "silent_legs":
      return {
        value,
        label: t("admin-work-items.silentLegs"),
        description: t("admin-work-items.silentLegsText", { days: laneTimeLimits.minSilentDays }),
        nameHeader: t("admin-work-items.package"),
        aboutHeader: t("admin-work-items.leg"),
        sinceHeader: t("admin-work-items.lastNews"),
      };
    case "uncharged_packages":
      return {
        value,
        label: t("admin-work-items.unchargedPackages"),
        description: t("admin-work-items.unchargedPackagesText"),
        nameHeader: t("admin-work-items.package"),
        aboutHeader: t("common.route"),
        sinceHeader: t("admin-work-items.lastChange"),
      };
    case "differing_weights":
      return {
        value,
        label: t("admin-work-items.differingWeights"),
        description: t("admin-work-items.differingWeightsText"),
        nameHeader: t("admin-work-items.package"),
        aboutHeader: t("admin-work-items.manifestAndWeight"),
        sinceHeader: t("admin-work-items.weighed"),
      };
    case "failed_emails":
      return {
        value,
        label: t("admin-work-items.unsentEmails"),
        description: t("admin-work-items.unsentEmailsText"),
        nameHeader: t("admin-work-items.email"),
        aboutHeader: t("admin-work-items.failureReason"),
        sinceHeader: t("common.created"),
      };
  }
}

type EmailKindId = Extract<MessageId, `admin-work-items.emailKind.${string}`>;

/** What an email is about; a kind that has no name any more as it is stored. */
function emailName(kind: string): string {
  const id = `admin-work-items.emailKind.${kind}`;
  return id in i18n.messages ? t(id as EmailKindId) : kind;
}

function Name({ name, packageId, carrierWeight }: WorkItem) {
  if (packageId === null)
    return carrierWeight ? <Code>{name}</Code> : <span>{emailName(name)}</span>;
  return (
    <Anchor
      component={Link}
      inherit
      underline="hover"
      fw={600}
      to={`/admin/dashboard/shipments?${new URLSearchParams({ package: packageId }).toString()}`}
    >
      <Code>{name}</Code>
    </Anchor>
  );
}

function About({ about, name, carrierWeight }: WorkItem) {
  return (
    <>
      <span>{optionalText(about)}</span>
      {carrierWeight ? (
        <div className={cells["below"]}>
          <WeightDifference weight={carrierWeight} trackingNumber={name} />
        </div>
      ) : null}
    </>
  );
}

function columnsFor(tab: Tab, onSettle: (item: WorkItem) => void): readonly Column<WorkItem>[] {
  const columns: readonly Column<WorkItem>[] = [
    { key: "name", header: tab.nameHeader, isTitle: true, cell: (item) => <Name {...item} /> },
    { key: "about", header: tab.aboutHeader, cell: (item) => <About {...item} /> },
    {
      key: "email",
      header: tab.value === "failed_emails" ? t("admin-work-items.to") : t("common.customer"),
      cell: ({ email }) => <EmailText>{email}</EmailText>,
    },
    {
      key: "since",
      header: tab.sinceHeader,
      isNoWrap: true,
      cell: ({ since }) => <Moment at={since} withTime />,
    },
  ];
  if (tab.value !== "differing_weights") return columns;
  const actions: Column<WorkItem> = {
    key: "actions",
    header: t("common.actions"),
    isActions: true,
    cell: (item) => (
      <RowButton
        aria-label={t("admin-work-items.settleWeightNamed", { number: item.name })}
        onClick={() => onSettle(item)}
      >
        {t("admin-work-items.settleWeight")}
      </RowButton>
    ),
  };
  return [...columns, actions];
}

function differingOf(item: WorkItem | null): DifferingWeight | null {
  if (item?.carrierWeight === undefined) return null;
  return { shipRequestId: item.id, trackingNumber: item.name, weight: item.carrierWeight };
}

function WorkItemsTable({ tab }: { tab: Tab }) {
  const api = useApi();
  const [settled, setSettled] = useState<WorkItem | null>(null);
  const list = useList((_, page) =>
    api.admin.listWorkItems.queryOptions({ input: { kind: tab.value, ...page } }),
  );
  return (
    <ListCard
      query={list.query}
      failure={{ title: t("admin-work-items.notLoaded"), description: t("common.noDataLost") }}
    >
      <DataTable
        label={tab.label}
        columns={columnsFor(tab, setSettled)}
        {...list.table}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<CircleCheck size={22} />} title={t("admin-work-items.noOpenWork")} />
        }
      />
      <SettleWeightDialog
        isWanted={settled !== null}
        differing={differingOf(settled)}
        onClose={() => setSettled(null)}
      />
    </ListCard>
  );
}

/** Cases have a list of their own. */
const casesKind = "open_cases" satisfies WorkKind;
type TabKind = WorkItemKind | typeof casesKind;
const tabKinds: readonly TabKind[] = [...workItemKinds, casesKind];

/** How many of each kind are open, those without any left out; undefined while it is not known. */
function useWorkCounts() {
  const { data, isPending } = useQuery(useApi().admin.readDashboard.queryOptions({ input: {} }));
  const counts = data && new Map(data.work.map(({ kind, count }) => [kind, count]));
  return { counts, isPending };
}

/** The tab that the address names, otherwise the first that had something when the page was opened; null until that is known. */
function useTabKind(
  kinds: readonly TabKind[],
  named: string,
  { counts, isPending }: ReturnType<typeof useWorkCounts>,
): TabKind | null {
  const [first, setFirst] = useState<TabKind | null>(null);
  if (first === null && !isPending) {
    setFirst(kinds.find((kind) => counts?.has(kind)) ?? workItemKinds[0]);
  }
  return kinds.find((kind) => kind === named) ?? first;
}

function tabLabel(kind: TabKind): string {
  return kind === casesKind ? t("admin-cases.title") : tabOf(kind).label;
}

function tabDescription(kind: TabKind): string {
  return kind === casesKind ? t("admin-cases.description") : tabOf(kind).description;
}

export default function WorkItemsPage() {
  const view = useTableView();
  const hasWarehouse = useHasWarehouse();
  const kinds = tabKinds.filter((kind) => hasWarehouse || !warehouseWorkKinds.has(kind));
  const work = useWorkCounts();
  const shown = useTabKind(kinds, view.read("kind"), work);
  return (
    <>
      <PageHeader
        title={t("admin-work-items.openWork")}
        {...(shown !== null && { description: tabDescription(shown) })}
      />
      <Tabs value={shown} onChange={(chosen) => view.write("kind", chosen ?? "")}>
        <TabList mb="md" aria-label={t("admin-work-items.openWork")}>
          {kinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind} px={{ base: 10, xs: "md" }}>
              {work.counts === undefined ? (
                tabLabel(kind)
              ) : (
                <RichText
                  id="admin-work-items.tabCount"
                  values={{
                    tab: tabLabel(kind),
                    count: <Count value={work.counts.get(kind) ?? 0} />,
                  }}
                />
              )}
            </Tabs.Tab>
          ))}
        </TabList>
        {shown === null ? (
          <LoadingCard lines={6} />
        ) : (
          <Tabs.Panel value={shown}>
            {shown === casesKind ? (
              <CasesTable />
            ) : (
              <WorkItemsTable key={shown} tab={tabOf(shown)} />
            )}
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}
