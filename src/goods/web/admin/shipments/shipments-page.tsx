import { RowButton } from "#ui/web/row-button.tsx";
import { Button, Group, Tabs, Text } from "@mantine/core";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Navigate, useParams, useSearchParams } from "react-router";
import type { Shipment } from "#goods/contract/packages.ts";
import { packageStatusFilters, packageTabs } from "#tracking/rules/package-status.ts";
import { useApi, type ApiQueries } from "#goods/web/api.ts";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { useHasWarehouse, useMayUse } from "#ui/web/permissions.ts";
import { ExportButton } from "#ui/web/admin/export-button.tsx";
import { csvAddress } from "#ui/web/save-file.ts";
import { Count, readerLocale } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { useList } from "#ui/web/use-list.ts";
import { readTableView, type TableView } from "#ui/web/table-view.ts";
import { useOpenRow } from "#ui/web/open-state.ts";
import { useFailureToast } from "#ui/web/toast.tsx";
import { ShipmentsTable } from "./shipments-table.tsx";
import { ShipmentWindow } from "./shipment-window.tsx";
import classes from "./shipments.module.css";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { ShipmentFilters } from "./shipment-filters.tsx";
import { ListCard } from "#ui/web/section-card.tsx";

const DeletePackageDialog = laterPart(
  async () => (await import("./delete-package-dialog.tsx")).DeletePackageDialog,
);

/** The Monday in the address, to list packages added in that week; null where it is missing or invalid. */
function readWeek(view: Pick<TableView, "read">): string | null {
  const text = view.read("week");
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : null;
  return day?.toJSON()?.startsWith(text) === true ? text : null;
}

/** What the address asks for besides the page. */
function readFilter(view: Pick<TableView, "read" | "search">) {
  return {
    tab: packageTabs.find((known) => known === view.read("tab")) ?? "all",
    status: packageStatusFilters.find((value) => value === view.read("status")) ?? "all",
    search: view.search,
    weekStartsOn: readWeek(view),
  } as const;
}

export const handle: PageHandle<ApiQueries> = {
  startReading: (api, queryClient, address) => {
    const view = readTableView(address);
    const input = { ...readFilter(view), page: view.page, pageSize: 20 };
    void queryClient.prefetchQuery(api.packages.listShipments.queryOptions({ input }));
  },
};

function useShipments() {
  const api = useApi();
  const list = useList(
    (view, page) =>
      api.packages.listShipments.queryOptions({ input: { ...readFilter(view), ...page } }),
    { staleTime: 5_000 },
  );
  useFailureToast(list.query.error, toastText("packagesNotLoadedForStaff"));
  return { ...list, ...readFilter(list.view) };
}

function DeliveredExport(props: { delivered: number | undefined }) {
  if (props.delivered === 0) return null;
  return (
    <Button
      component="a"
      href={csvAddress("/api/admin/shipments/delivered-shipments.csv")}
      variant="default"
      leftSection={<Download size={16} aria-hidden="true" />}
    >
      {props.delivered === undefined
        ? t("admin-shipments.export")
        : t("admin-shipments.exportCount", { count: props.delivered })}
    </Button>
  );
}

function WeekFilter(props: { startsOn: string; onShowAll: () => void }) {
  const day = new Date(props.startsOn).toLocaleDateString(readerLocale(), {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  return (
    <Group gap="sm" mb="lg">
      <Text size="sm">{t("admin-shipments.addedInWeek", { day })}</Text>
      <RowButton onClick={props.onShowAll}>{t("admin-shipments.showAllWeeks")}</RowButton>
    </Group>
  );
}

function ShipmentsScreen() {
  const mayExport = useMayUse("packageChanges");
  const hasWarehouse = useHasWarehouse();
  const { view, query, table, tab, status, weekStartsOn, search } = useShipments();
  const { id: packageId, open: openRow } = useOpenRow("package");
  const cases = useOpenRow("case");
  const [, setAddress] = useSearchParams();
  const [deleting, setDeleting] = useState<Shipment | null>(null);
  const counts = query.data?.counts;
  const shipments = (
    <ShipmentsTable
      table={table}
      tab={tab}
      isNarrowed={search !== "" || status !== "all" || weekStartsOn !== null}
      onShowAll={() => setAddress({})}
      onView={(pkg) => openRow(pkg.id)}
      onDelete={setDeleting}
    />
  );
  return (
    <>
      <PageHeader
        title={t("admin-shipments.manage")}
        description={t("admin-shipments.summary")}
        actions={
          mayExport ? (
            <>
              <DeliveredExport delivered={counts?.delivered} />
              {hasWarehouse ? (
                <ExportButton
                  path="/api/admin/shipments/shipments.csv"
                  filter={{ tab, status, search, ...(weekStartsOn !== null && { weekStartsOn }) }}
                  count={table.total}
                  labelOf={(count) => t("admin-shipments.exportShipments", { count })}
                />
              ) : null}
            </>
          ) : null
        }
      />
      <ShipmentFilters view={view} search={search} status={status} />
      {weekStartsOn === null ? null : (
        <WeekFilter startsOn={weekStartsOn} onShowAll={() => view.write("week", "")} />
      )}
      <Tabs
        value={tab}
        onChange={(value) => view.write("tab", value && value !== "all" ? value : "")}
      >
        <TabList mb="md" aria-label={t("admin-shipments.tabs")}>
          {packageTabs.map((value) => (
            <Tabs.Tab key={value} value={value} px={{ base: 10, xs: "md" }}>
              <span>{t(`admin-shipments.tab.${value}`)}</span>{" "}
              {counts ? (
                <span className={classes["count"]}>
                  <Count value={counts[value]} />
                </span>
              ) : null}
            </Tabs.Tab>
          ))}
        </TabList>
        {packageTabs.map((value) => (
          <Tabs.Panel key={value} value={value}>
            <ListCard
              query={query}
              failure={{ title: t("toasts.packagesNotLoadedForStaff.title") }}
            >
              {shipments}
            </ListCard>
          </Tabs.Panel>
        ))}
      </Tabs>
      <ShipmentWindow
        packageId={packageId}
        known={query.data?.items.find(({ id }) => id === packageId)}
        cases={cases}
        onClose={() => openRow(null)}
      />
      <DeletePackageDialog
        isWanted={deleting !== null}
        pkg={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => undefined}
      />
    </>
  );
}

export default function ShipmentsPage() {
  const { packageId } = useParams();
  if (packageId === undefined) return <ShipmentsScreen />;
  return (
    <Navigate
      replace
      to={`/admin/dashboard/shipments?${new URLSearchParams({ package: packageId }).toString()}`}
    />
  );
}
