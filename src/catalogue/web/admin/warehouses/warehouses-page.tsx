import { Alert, Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import WarehouseIcon from "lucide-react/icons/warehouse";
import { useState } from "react";
import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useApi } from "#catalogue/web/api.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { ListCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";

const WarehouseDialog = laterPart(
  async () => (await import("./warehouse-dialog.tsx")).WarehouseDialog,
);

function WarehouseState({ warehouse }: { warehouse: Warehouse }) {
  return warehouse.isActive ? (
    <StatusBadge label={t("admin-warehouses.state.active")} color="green" />
  ) : (
    <StatusBadge label={t("admin-warehouses.state.inactive")} color="gray" />
  );
}

function addressText({ address }: Warehouse): string {
  const { province, city, district, street } = address[documentLanguage()];
  const parts =
    documentLanguage() === "en"
      ? [street, district, city, province]
      : [province, city, district, street];
  return parts.join(documentLanguage() === "en" ? ", " : " ");
}

function columnsFor(onEdit: (warehouse: Warehouse) => void): readonly Column<Warehouse>[] {
  return [
    {
      key: "name",
      header: t("admin-warehouses.column.name"),
      isTitle: true,
      cell: ({ name, code, kind }) => (
        <>
          <span>{name}</span>
          <div className={cells["below"]}>
            {t("admin-warehouses.codeAndKind", { code, kind: t(`admin-warehouses.kind.${kind}`) })}
          </div>
        </>
      ),
    },
    {
      key: "address",
      header: t("admin-warehouses.column.address"),
      isUnlabelled: true,
      cell: (warehouse) => addressText(warehouse),
    },
    {
      key: "state",
      header: t("common.state"),
      isUnlabelled: true,
      isNoWrap: true,
      cell: (warehouse) => <WarehouseState warehouse={warehouse} />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (warehouse) => (
        <RowButton
          aria-label={t("admin-warehouses.editNamed", { name: warehouse.name })}
          onClick={() => onEdit(warehouse)}
        >
          {t("admin-warehouses.edit")}
        </RowButton>
      ),
    },
  ];
}

function WarehousesCard(props: { onEdit: (warehouse: Warehouse) => void; onEnter: () => void }) {
  const api = useApi();
  const query = useQuery(api.warehouses.listWarehouses.queryOptions({ input: {} }));
  const items = query.data?.items ?? [];
  const hasAddress = items.some(({ isActive }) => isActive);
  return (
    <>
      {items.length > 0 && !hasAddress ? (
        <Alert
          color="yellow"
          icon={<TriangleAlert size={18} />}
          title={t("admin-warehouses.noneActive")}
          mb="lg"
        >
          {t("admin-warehouses.noneActiveHint")}
        </Alert>
      ) : null}
      <ListCard
        query={query}
        failure={{ title: t("admin-warehouses.notLoaded") }}
        title={t("admin-warehouses.list")}
        description={t("admin-warehouses.listHint")}
      >
        <DataTable
          label={t("admin-warehouses.list")}
          columns={columnsFor(props.onEdit)}
          rows={query.data?.items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<WarehouseIcon size={22} />}
              title={t("admin-warehouses.empty")}
              description={t("admin-warehouses.emptyHint")}
              actions={<Button onClick={props.onEnter}>{t("admin-warehouses.enter")}</Button>}
            />
          }
        />
      </ListCard>
    </>
  );
}

/** What the dialog is open for: a warehouse to edit, or a new one. */
type Opened = { readonly warehouse: Warehouse | null };

export default function WarehousesPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const enter = () => setOpened({ warehouse: null });
  return (
    <>
      <PageHeader
        title={t("admin-warehouses.title")}
        description={t("admin-warehouses.description")}
        actions={
          <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={enter}>
            {t("admin-warehouses.enter")}
          </Button>
        }
      />
      <WarehousesCard onEdit={(warehouse) => setOpened({ warehouse })} onEnter={enter} />
      <WarehouseDialog
        isWanted={opened !== null}
        isOpen={opened !== null}
        warehouse={opened?.warehouse ?? null}
        onClose={() => setOpened(null)}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t("admin-warehouses.recorded")}
      </Text>
    </>
  );
}
