import { Button, Chip, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import { useContext, useState } from "react";
import { Link } from "react-router";
import type { Dashboard, WorkItem } from "#office/contract/admin.ts";
import {
  listedKinds,
  stagesFor,
  takeableStages,
  warehouseWorkKinds,
  workStages,
  type TakeableStage,
  type WorkItemKind,
  type WorkStage,
} from "#office/rules/work-item.ts";
import { useApi } from "#office/web/api.ts";
import { CasesTable } from "#office/web/admin/cases/cases-table.tsx";
import type { DifferingWeight } from "#shipping/web/carrier-weights/settle-weight-dialog.tsx";
import { QuestionsList } from "#tracking/web/admin/tracking/questions-list.tsx";
import { DataTable } from "#ui/web/data-table.tsx";
import { Count } from "#ui/web/figures.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { PermissionsContext, useHasWarehouse, useMayUse } from "#ui/web/permissions.ts";
import { ListCard } from "#ui/web/section-card.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { useList } from "#ui/web/use-list.ts";
import { columnsOf } from "./item-columns.tsx";
import { stageText } from "./stage-words.ts";
import {
  NoneMine,
  TakeButton,
  takeColumn,
  takenByColumn,
  useTaking,
  type Taking,
} from "./taking.tsx";

const SettleWeightDialog = laterPart(
  async () =>
    (await import("#shipping/web/carrier-weights/settle-weight-dialog.tsx")).SettleWeightDialog,
);

type TabKind = WorkStage | WorkItemKind;

function isStage(kind: TabKind): kind is WorkStage {
  return (workStages as readonly TabKind[]).includes(kind);
}

function tabLabel(kind: TabKind): string {
  if (isStage(kind)) return t(`admin-work-items.stage.${kind}`);
  if (kind === "differing_weights") return t("admin-work-items.differingWeights");
  if (kind === "failed_emails") return t("admin-work-items.unsentEmails");
  if (kind === "lines_without_code") return t("admin-work-items.withoutCode");
  return t("admin-work-items.unchargedPackages");
}

function tabDescription(kind: TabKind): string {
  if (kind === "open_cases") return t("admin-cases.description");
  if (isStage(kind)) return stageText(kind);
  if (kind === "differing_weights") return t("admin-work-items.differingWeightsText");
  if (kind === "failed_emails") return t("admin-work-items.unsentEmailsText");
  if (kind === "lines_without_code") return t("admin-work-items.withoutCodeText");
  return t("admin-work-items.unchargedPackagesText");
}

function differingOf(item: WorkItem | null): DifferingWeight | null {
  if (item?.carrierWeight === undefined) return null;
  return { shipRequestId: item.id, trackingNumber: item.name, weight: item.carrierWeight };
}

function WorkItemsTable({ kind, taking }: { kind: WorkItemKind; taking: Taking | null }) {
  const api = useApi();
  const seesMoney = useMayUse("money");
  const [now] = useState(() => new Date());
  const [settled, setSettled] = useState<WorkItem | null>(null);
  const list = useList((_, page) =>
    api.admin.listWorkItems.queryOptions({ input: { kind, ids: taking?.ids, ...page } }),
  );
  return (
    <ListCard
      query={list.query}
      failure={{ title: t("admin-work-items.notLoaded"), description: t("common.noDataLost") }}
    >
      <DataTable
        label={tabLabel(kind)}
        columns={[
          ...columnsOf(kind, { seesMoney, now, onSettle: setSettled }),
          ...(taking === null ? [] : [takeColumn<WorkItem>(taking, (item) => item)]),
        ]}
        {...list.table}
        rowKey={({ id }) => id}
        empty={
          taking?.ids === undefined ? (
            <EmptyState icon={<CircleCheck size={22} />} title={t("admin-work-items.noOpenWork")} />
          ) : (
            <NoneMine />
          )
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

function TakeableList({ taking }: { taking: Taking }) {
  const { kind } = taking;
  if (kind === "open_cases") return <CasesTable taking={taking} />;
  if (kind !== "tracking_questions") return <WorkItemsTable kind={kind} taking={taking} />;
  return (
    <QuestionsList
      assigned={{
        column: takenByColumn(taking, ({ subjectId }) => subjectId),
        button: ({ subjectId, trackingNumber }) => (
          <TakeButton taking={taking} row={{ id: subjectId, name: trackingNumber }} />
        ),
        subjectIds: taking.ids,
        empty: <NoneMine />,
      }}
    />
  );
}

/** A stage whose rows somebody takes: all of them, or those that the reader has. */
function TakeableStageContent({ kind }: { kind: TakeableStage }) {
  const view = useTableView();
  const isMine = view.read("mine") !== "";
  const { query, taking } = useTaking(kind, isMine);
  return (
    <>
      <Chip
        mb="sm"
        size="sm"
        variant="outline"
        checked={isMine}
        onChange={(isChecked) => view.write("mine", isChecked ? "1" : "")}
      >
        {t("admin-work-items.mine")}
      </Chip>
      {taking === null ? (
        <ListCard
          query={query}
          failure={{ title: t("admin-work-items.notLoaded"), description: t("common.noDataLost") }}
        >
          <LoadingCard lines={6} />
        </ListCard>
      ) : (
        <TakeableList taking={taking} />
      )}
    </>
  );
}

function isTakeable(kind: TabKind): kind is TakeableStage {
  return (takeableStages as readonly TabKind[]).includes(kind);
}

function TabContent({ kind }: { kind: TabKind }) {
  return isTakeable(kind) ? (
    <TakeableStageContent kind={kind} />
  ) : (
    <WorkItemsTable kind={kind} taking={null} />
  );
}

function countsOf({ stages, work }: Dashboard): ReadonlyMap<TabKind, number> {
  return new Map<TabKind, number>([
    ...stages.map(({ stage, count }) => [stage, count] as const),
    ...listedKinds.map(
      (kind) => [kind, work.find((one) => one.kind === kind)?.count ?? 0] as const,
    ),
  ]);
}

/** How many of each kind are open; undefined while it is not known. */
function useWorkCounts() {
  const { data, isPending } = useQuery(useApi().admin.readDashboard.queryOptions({ input: {} }));
  return { counts: data && countsOf(data), isPending };
}

type WorkCounts = ReturnType<typeof useWorkCounts>;

/** The stages that the reader works in, and the other kinds that have something or were asked for. */
function useTabKinds(named: string, { counts }: WorkCounts): readonly TabKind[] {
  const mayUseWork = useContext(PermissionsContext);
  const hasWarehouse = useHasWarehouse();
  const others = listedKinds.filter(
    (kind) =>
      (hasWarehouse || !warehouseWorkKinds.has(kind)) &&
      (kind === named || (counts?.get(kind) ?? 0) > 0),
  );
  return [...stagesFor(mayUseWork, hasWarehouse), ...others];
}

/** The tab that the address names, otherwise the first that had something when the page was opened; null until that is known. */
function useTabKind(
  kinds: readonly TabKind[],
  named: string,
  { counts, isPending }: WorkCounts,
): TabKind | null {
  const [first, setFirst] = useState<TabKind | null>(null);
  if (first === null && !isPending) {
    setFirst(kinds.find((kind) => (counts?.get(kind) ?? 0) > 0) ?? kinds[0] ?? null);
  }
  return kinds.find((kind) => kind === named) ?? first;
}

const deskPages = {
  to_pack: "/admin/dashboard/packing",
  to_label: "/admin/dashboard/shipping-labels",
  to_hand_over: "/admin/dashboard/manifests",
} as const;

/** The page on which a stage is worked on, for those who may open it. */
function DeskLink({ stage }: { stage: keyof typeof deskPages }) {
  const mayPack = useMayUse("packing");
  if (!mayPack) return null;
  return (
    <Button component={Link} to={deskPages[stage]} variant="default">
      {t(`admin-work-items.open.${stage}`)}
    </Button>
  );
}

function hasDesk(kind: TabKind): kind is keyof typeof deskPages {
  return kind in deskPages;
}

export default function WorkItemsPage() {
  const view = useTableView();
  const work = useWorkCounts();
  const named = view.read("kind");
  const kinds = useTabKinds(named, work);
  const shown = useTabKind(kinds, named, work);
  return (
    <>
      <PageHeader
        title={t("admin-work-items.openWork")}
        {...(shown !== null && {
          description: tabDescription(shown),
          actions: hasDesk(shown) ? <DeskLink stage={shown} /> : null,
        })}
      />
      <Tabs value={shown} onChange={(chosen) => view.write("kind", chosen ?? "")}>
        {/* In as many lines as they need: the stages are read together. */}
        <Tabs.List mb="md" aria-label={t("admin-work-items.openWork")}>
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
        </Tabs.List>
        {shown === null ? (
          <LoadingCard lines={6} />
        ) : (
          <Tabs.Panel value={shown}>
            <TabContent key={shown} kind={shown} />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}
