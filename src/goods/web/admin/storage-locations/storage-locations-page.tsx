import { Anchor, Button, Card, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import LayoutGrid from "lucide-react/icons/layout-grid";
import Plus from "lucide-react/icons/plus";
import Printer from "lucide-react/icons/printer";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { StorageLocation } from "#goods/contract/storage.ts";
import { plainText } from "#platform/rules/normalize-text.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useApi } from "#goods/web/api.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { Code } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { usePagedList, useTableView, type TableView } from "#ui/web/table-view.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { SearchBox } from "#ui/web/search-box.tsx";
import { Select } from "#ui/web/select.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "./storage.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { ListCard } from "#ui/web/section-card.tsx";

const AddLocationsDialog = laterPart(
  async () => (await import("./add-locations-dialog.tsx")).AddLocationsDialog,
);
const LabelsDialog = laterPart(async () => (await import("./labels-dialog.tsx")).LabelsDialog);
const LocationDialog = laterPart(
  async () => (await import("./location-dialog.tsx")).LocationDialog,
);

const pageSize = 50;

function parcelsText({ parcelsCount: count, capacity }: StorageLocation): string {
  return capacity === null
    ? t("storage-locations.parcelsCount", { count })
    : t("storage-locations.parcelsOfCapacity", { count, capacity });
}

/** How many parcels lie there, which opens the list of them. */
function ParcelsLink(location: StorageLocation) {
  const { id, code, parcelsCount } = location;
  if (parcelsCount === 0) return <span>{parcelsText(location)}</span>;
  const address = new URLSearchParams({ shelf: id, code }).toString();
  return (
    <Anchor
      component={Link}
      inherit
      className={classes["parcels"] ?? ""}
      to={`/admin/dashboard/inbound-parcels?${address}`}
    >
      {parcelsText(location)}
    </Anchor>
  );
}

/** @param onEdit null: the reader's role changes nothing. */
function columnsFor(
  onEdit: ((location: StorageLocation) => void) | null,
): readonly Column<StorageLocation>[] {
  const columns: Column<StorageLocation>[] = [
    {
      key: "code",
      header: t("storage-locations.code"),
      isTitle: true,
      cell: ({ code, label }) => (
        <>
          <Code>{code}</Code>
          {label === "" ? null : <div className={cells["below"]}>{label}</div>}
        </>
      ),
    },
    {
      key: "parcels",
      header: t("storage-locations.parcels"),
      isUnlabelled: true,
      isNoWrap: true,
      cell: ParcelsLink,
    },
    {
      key: "state",
      header: t("common.state"),
      isUnlabelled: true,
      isNoWrap: true,
      cell: ({ isActive }) => (
        <StatusBadge
          label={t(isActive ? "storage-locations.active" : "storage-locations.inactive")}
          color={isActive ? "green" : "gray"}
        />
      ),
    },
  ];
  if (onEdit === null) return columns;
  columns.push({
    key: "actions",
    header: t("common.actions"),
    isActions: true,
    coversRow: true,
    cell: (location) => (
      <RowButton
        aria-label={t("storage-locations.editNamed", { code: location.code })}
        onClick={() => onEdit(location)}
      >
        {t("common.edit")}
      </RowButton>
    ),
  });
  return columns;
}

/** Without locations, or without one that matches the search. */
function NoLocations(props: {
  isSearch: boolean;
  onShowAll: () => void;
  onAdd: (() => void) | null;
}) {
  const { isSearch, onShowAll, onAdd } = props;
  if (isSearch) {
    return (
      <EmptyState
        icon={<LayoutGrid size={22} />}
        title={t("storage-locations.noMatch")}
        description={t("storage-locations.noMatchHint")}
        actions={
          <Button variant="default" size="sm" onClick={onShowAll}>
            {t("storage-locations.showAll")}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<LayoutGrid size={22} />}
      title={t("storage-locations.none")}
      description={t(onAdd ? "storage-locations.noneHint" : "storage-locations.noneReadHint")}
      actions={onAdd ? <Button onClick={onAdd}>{t("storage-locations.add")}</Button> : null}
    />
  );
}

/** The page of `items` that `view` shows, of those whose code or label contains its search. */
function useShownLocations(items: readonly StorageLocation[] | undefined, view: TableView) {
  const search = plainText(view.search).toUpperCase();
  const found = items?.filter(
    ({ code, label }) => code.includes(search) || label.toUpperCase().includes(search),
  );
  const start = (view.page - 1) * pageSize;
  const data = found && { items: found.slice(start, start + pageSize), total: found.length };
  return usePagedList({ data, isPlaceholderData: false }, view, pageSize);
}

function Locations(props: {
  warehouseId: string;
  isAdding: boolean;
  onAdd: (isAdding: boolean) => void;
  isPrinting: boolean;
  onPrinted: () => void;
}) {
  const { warehouseId, onAdd } = props;
  const api = useApi();
  const view = useTableView();
  const mayEdit = useMayUse("warehouses");
  const [edited, setEdited] = useState<StorageLocation | null>(null);
  const query = useQuery(
    api.storageLocations.listStorageLocations.queryOptions({ input: { warehouseId } }),
  );
  const items = query.data?.items;
  const list = useShownLocations(items, view);
  const known = useMemo(() => new Set(items?.map(({ code }) => code)), [items]);
  return (
    <>
      <ListCard query={query} failure={{ title: t("storage-locations.notLoaded") }}>
        <DataTable
          label={t("storage-locations.title")}
          columns={columnsFor(mayEdit ? setEdited : null)}
          rowKey={({ id }) => id}
          {...list}
          empty={
            <NoLocations
              isSearch={view.read("search") !== ""}
              onShowAll={() => view.write("search", "")}
              onAdd={mayEdit ? () => onAdd(true) : null}
            />
          }
        />
      </ListCard>
      <LocationDialog
        isWanted={edited !== null}
        location={edited}
        onClose={() => setEdited(null)}
      />
      <LabelsDialog
        isWanted={props.isPrinting && items !== undefined}
        isOpen={props.isPrinting}
        locations={list.rows ?? []}
        onClose={props.onPrinted}
      />
      <AddLocationsDialog
        isWanted={props.isAdding && items !== undefined}
        isOpen={props.isAdding}
        warehouseId={warehouseId}
        known={known}
        onClose={() => onAdd(false)}
      />
    </>
  );
}

/** The chosen warehouse of those that are active; null while they load or where there is none. */
function useWarehouse(view: TableView) {
  const api = useApi();
  const query = useQuery(api.receiving.listReceivingWarehouses.queryOptions({ input: {} }));
  const warehouses = query.data?.items;
  const chosen = warehouses?.find(({ code }) => code === view.read("warehouse"));
  return { query, warehouses, warehouse: chosen ?? warehouses?.[0] ?? null };
}

function HeaderButtons(props: { onPrint: () => void; onAdd: (() => void) | null }) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<Printer size={16} aria-hidden="true" />}
        onClick={props.onPrint}
      >
        {t("storage-locations.labels")}
      </Button>
      {props.onAdd === null ? null : (
        <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={props.onAdd}>
          {t("storage-locations.add")}
        </Button>
      )}
    </>
  );
}

export default function StorageLocationsPage() {
  const view = useTableView();
  const mayEdit = useMayUse("warehouses");
  const { query, warehouses, warehouse } = useWarehouse(view);
  const [isAdding, setAdding] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <PageHeader
        title={t("storage-locations.title")}
        description={t("storage-locations.description")}
        actions={
          warehouse === null ? null : (
            <HeaderButtons
              onPrint={() => setPrinting(true)}
              onAdd={mayEdit ? () => setAdding(true) : null}
            />
          )
        }
      />
      {query.isError && !warehouses ? (
        <ErrorState
          title={t("storage-locations.notLoaded")}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : warehouses?.length === 0 ? (
        <EmptyState
          icon={<LayoutGrid size={22} />}
          title={t("storage-locations.noWarehouse")}
          description={t("storage-locations.noWarehouseHint")}
        />
      ) : (
        <>
          <Group align="flex-end" gap="md" mb="lg">
            <SearchBox
              label={t("storage-locations.search")}
              placeholder={t("storage-locations.searchHint")}
              value={view.read("search")}
              onSearch={(text) => view.write("search", text)}
            />
            {warehouses !== undefined && warehouses.length > 1 ? (
              <Select
                aria-label={t("storage-locations.warehouse")}
                data={warehouses.map(({ code, name }) => ({
                  value: code,
                  label: `${name} (${code})`,
                }))}
                value={warehouse?.code ?? null}
                allowDeselect={false}
                onChange={(code) => view.write("warehouse", code ?? "")}
              />
            ) : null}
          </Group>
          {warehouse === null ? (
            <Card padding={0}>
              <DataTable
                label={t("storage-locations.title")}
                columns={columnsFor(null)}
                rowKey={({ id }) => id}
                rows={undefined}
                empty={null}
              />
            </Card>
          ) : (
            <Locations
              key={warehouse.id}
              warehouseId={warehouse.id}
              isAdding={isAdding}
              onAdd={setAdding}
              isPrinting={isPrinting}
              onPrinted={() => setPrinting(false)}
            />
          )}
          {mayEdit ? (
            <Text size="sm" c="dimmed" mt="md">
              {t("storage-locations.recorded")}
            </Text>
          ) : null}
        </>
      )}
    </>
  );
}
