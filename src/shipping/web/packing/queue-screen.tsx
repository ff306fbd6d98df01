import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import PackageOpen from "lucide-react/icons/package-open";
import type { QueuedShipRequest } from "#shipping/contract/packing.ts";
import cells from "#ui/web/admin/cells.module.css";
import { ListCard } from "#ui/web/section-card.tsx";
import { BoxNameCell } from "#shipping/web/box-name.tsx";
import { useApi } from "#shipping/web/api.ts";
import { useReceivingWarehouses } from "#goods/web/receiving/desk-memory.ts";
import { DeskScreen } from "#ui/web/desk/desk-screen.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { Count, Moment } from "#ui/web/figures.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { useList } from "#ui/web/use-list.ts";
import { useTableView } from "#ui/web/table-view.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { ExtraServiceList } from "./extra-services.tsx";
import { requestFacts, stateColor, stateText } from "./request-words.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const groups = ["to_pack", "waiting", "packed"] as const;
const views = [...groups, "extra_services"] as const;
type Group = (typeof groups)[number];

function packerText({ packer, foundCount, parcelsCount }: QueuedShipRequest): string {
  const found = t("packing.foundOf", { found: foundCount, count: parcelsCount });
  if (packer === null) return found;
  const who = packer.isReader
    ? t("packing.packedByYou")
    : t("packing.packedBy", { initial: packer.initial });
  return `${found} · ${who}`;
}

function columnsFor(onOpen: (id: string) => void): readonly Column<QueuedShipRequest>[] {
  return [
    {
      key: "package",
      header: t("packing.package"),
      isTitle: true,
      cell: (request) => (
        <BoxNameCell
          box={request}
          below={requestFacts(request)}
          beside={
            request.isPriority ? (
              <StatusBadge label={t("packing.priority")} color="vermilion" size="sm" />
            ) : null
          }
        />
      ),
    },
    {
      key: "state",
      header: t("common.state"),
      isUnlabelled: true,
      cell: (request) => (
        <StatusBadge label={stateText(request)} color={stateColor(request.state)} />
      ),
    },
    {
      key: "parcels",
      header: t("packing.parcels"),
      isUnlabelled: true,
      cell: (request) => (
        <>
          <span>{packerText(request)}</span>
          {request.openExtraServices === 0 ? null : (
            <div className={cells["below"]}>
              {t("packing.openExtraServices", { count: request.openExtraServices })}
            </div>
          )}
        </>
      ),
    },
    {
      key: "due",
      header: t("packing.due"),
      isNoWrap: true,
      cell: ({ dueAt }) => <Moment at={dueAt} withTime />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: (request) => (
        <RowButton
          aria-label={t("packing.openNamed", { name: request.reference })}
          onClick={() => onOpen(request.id)}
        >
          {t("packing.open")}
        </RowButton>
      ),
    },
  ];
}

/** As `useList` reads the first page, so that the tab which is open at first and the counts are one request. */
const firstPage = { page: 1, pageSize: 20 };

/** How many are in each tab; undefined while it is not known. */
function useCounts(
  warehouseId: string,
): Readonly<Record<(typeof views)[number], number>> | undefined {
  const { data } = useQuery(
    useApi().packing.listQueue.queryOptions({
      input: { warehouseId, group: "to_pack", ...firstPage },
    }),
  );
  return data && { ...data.counts, extra_services: data.counts.extraServices };
}

function Queue(props: { warehouseId: string; group: Group; onOpen: (id: string) => void }) {
  const { group, warehouseId } = props;
  const api = useApi();
  const { query, table } = useList((_, page) =>
    api.packing.listQueue.queryOptions({ input: { warehouseId, group, ...page } }),
  );
  return (
    <ListCard
      query={query}
      failure={{ title: t("packing.queueNotLoaded"), description: t("common.noDataLost") }}
    >
      <DataTable
        label={t(`packing.group.${group}`)}
        columns={columnsFor(props.onOpen)}
        {...table}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<PackageOpen size={22} />}
            title={t(`packing.none.${group}`)}
            description={t(`packing.noneHint.${group}`)}
          />
        }
      />
    </ListCard>
  );
}

function Lists(props: { warehouseId: string; onOpen: (id: string) => void }) {
  const address = useTableView();
  const counts = useCounts(props.warehouseId);
  const shown = views.find((view) => view === address.read("view")) ?? "to_pack";
  return (
    <Tabs
      value={shown}
      keepMounted={false}
      onChange={(view) => address.write("view", view && view !== "to_pack" ? view : "")}
    >
      <TabList mb="md" aria-label={t("packing.views")}>
        {views.map((view) => (
          <Tabs.Tab key={view} value={view} px={{ base: 10, xs: "md" }}>
            <span>{t(`packing.group.${view}`)}</span>{" "}
            {counts ? (
              <span className={cells["quiet"]}>
                <Count value={counts[view]} />
              </span>
            ) : null}
          </Tabs.Tab>
        ))}
      </TabList>
      {groups.map((group) => (
        <Tabs.Panel key={group} value={group}>
          <Queue group={group} warehouseId={props.warehouseId} onOpen={props.onOpen} />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="extra_services">
        <ExtraServiceList />
      </Tabs.Panel>
    </Tabs>
  );
}

/** What is to be packed in a warehouse, what waits for its customer, and what is ready to leave. */
export function QueueScreen(props: {
  warehouseId: string | null;
  onWarehouse: (warehouseId: string) => void;
  onOpen: (shipRequestId: string) => void;
}) {
  const { data, isError, isFetching, refetch } = useReceivingWarehouses();
  const warehouses = data?.items;
  const warehouse = warehouses?.find(({ id }) => id === props.warehouseId) ?? warehouses?.[0];
  if (warehouses === undefined && !isError) return <LoadingCard lines={6} />;
  return (
    <DeskScreen look="idle">
      <PageHeader title={t("packing.title")} description={t("packing.description")} />
      {warehouses === undefined ? (
        <ErrorState
          title={t("packing.queueNotLoaded")}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : warehouse === undefined ? (
        <EmptyState
          icon={<PackageOpen size={22} />}
          title={t("packing.noWarehouse")}
          description={t("packing.noWarehouseHint")}
        />
      ) : (
        <>
          {warehouses.length > 1 ? (
            <Select
              label={t("packing.warehouse")}
              size="md"
              w={{ base: "100%", xs: 320 }}
              data={warehouses.map(({ id, code, name }) => ({
                value: id,
                label: `${name} (${code})`,
              }))}
              value={warehouse.id}
              allowDeselect={false}
              onChange={(id) => props.onWarehouse(id ?? warehouse.id)}
            />
          ) : null}
          <Lists key={warehouse.id} warehouseId={warehouse.id} onOpen={props.onOpen} />
        </>
      )}
    </DeskScreen>
  );
}
