import { Alert, Anchor, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import WarehouseIcon from "lucide-react/icons/warehouse";
import { useState } from "react";
import { Link } from "react-router";
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
import { useMayUse } from "#ui/web/permissions.ts";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { warehousesPath } from "./warehouses-path.ts";

const OpenWarehouseDialog = laterPart(
  async () => (await import("./open-warehouse-dialog.tsx")).OpenWarehouseDialog,
);

/** Whether it was never open, so that only staff see it. */
const isNew = ({ openedAt }: Warehouse) => openedAt === null;

function WarehouseState({ warehouse }: { warehouse: Warehouse }) {
  if (isNew(warehouse)) {
    return <StatusBadge label={t("admin-warehouses.state.new")} color="yellow" />;
  }
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

function columnsFor(onOpen: (warehouse: Warehouse) => void): readonly Column<Warehouse>[] {
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
        <Group gap="xs" wrap="nowrap">
          <Button
            component={Link}
            to={`${warehousesPath}/${warehouse.id}`}
            size="compact-sm"
            variant="default"
            aria-label={t("admin-warehouses.editNamed", { name: warehouse.name })}
          >
            {t("admin-warehouses.edit")}
          </Button>
          {isNew(warehouse) ? (
            <RowButton
              variant="filled"
              aria-label={t("admin-warehouses.openNamed", { name: warehouse.name })}
              onClick={() => onOpen(warehouse)}
            >
              {t("admin-warehouses.open")}
            </RowButton>
          ) : null}
        </Group>
      ),
    },
  ];
}

/** What is missing while no warehouse is active; nothing while one is or there is none. */
function NoneActive({ items }: { items: readonly Warehouse[] }) {
  const seesSetUp = useMayUse("admin");
  if (items.length === 0 || items.some(({ isActive }) => isActive)) return null;
  const isBegun = items.some(isNew);
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t(isBegun ? "admin-warehouses.noneOpened" : "admin-warehouses.noneActive")}
      mb="lg"
    >
      <span>
        {t(isBegun ? "admin-warehouses.noneOpenedHint" : "admin-warehouses.noneActiveHint")}
      </span>
      {isBegun && seesSetUp ? (
        <Anchor component={Link} to="/admin/dashboard" size="sm" display="block" mt="xs">
          {t("admin-warehouses.seeSetUp")}
        </Anchor>
      ) : null}
    </Alert>
  );
}

const enterPage = `${warehousesPath}/new`;

function WarehousesCard(props: { onOpen: (warehouse: Warehouse) => void }) {
  const api = useApi();
  const query = useQuery(api.warehouses.listWarehouses.queryOptions({ input: {} }));
  const items = query.data?.items ?? [];
  return (
    <>
      <NoneActive items={items} />
      <ListCard
        query={query}
        failure={{ title: t("admin-warehouses.notLoaded") }}
        title={t("admin-warehouses.list")}
        description={t("admin-warehouses.listHint")}
      >
        <DataTable
          label={t("admin-warehouses.list")}
          columns={columnsFor(props.onOpen)}
          rows={query.data?.items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<WarehouseIcon size={22} />}
              title={t("admin-warehouses.empty")}
              description={t("admin-warehouses.emptyHint")}
              actions={
                <Button component={Link} to={enterPage}>
                  {t("admin-warehouses.enter")}
                </Button>
              }
            />
          }
        />
      </ListCard>
    </>
  );
}

export default function WarehousesPage() {
  const [opening, setOpening] = useState<Warehouse | null>(null);
  return (
    <>
      <PageHeader
        title={t("admin-warehouses.title")}
        description={t("admin-warehouses.description")}
        actions={
          <Button
            component={Link}
            to={enterPage}
            leftSection={<Plus size={16} aria-hidden="true" />}
          >
            {t("admin-warehouses.enter")}
          </Button>
        }
      />
      <WarehousesCard onOpen={setOpening} />
      <OpenWarehouseDialog
        isWanted={opening !== null}
        isOpen={opening !== null}
        warehouse={opening}
        onClose={() => setOpening(null)}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t("admin-warehouses.recorded")}
      </Text>
    </>
  );
}
