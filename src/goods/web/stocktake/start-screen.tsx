import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import type { Stocktake } from "#goods/contract/stocktakes.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { useReceivingWarehouses } from "#goods/web/receiving/desk-memory.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { Moment, momentText } from "#ui/web/figures.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "./stocktake.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

type Warehouse = { readonly id: string; readonly code: string; readonly name: string };

function columnsFor(onOpen: (stocktakeId: string) => void): readonly Column<Stocktake>[] {
  return [
    {
      key: "startedAt",
      header: t("stocktake.started"),
      isTitle: true,
      isNoWrap: true,
      cell: ({ startedAt }) => <Moment at={startedAt} withTime />,
    },
    {
      key: "state",
      header: t("stocktake.finished"),
      isUnlabelled: true,
      cell: ({ finishedAt }) =>
        finishedAt === null ? (
          <StatusBadge label={t("stocktake.goesOn")} color="yellow" />
        ) : (
          <Moment at={finishedAt} withTime />
        ),
    },
    {
      key: "counted",
      header: t("stocktake.counted"),
      isUnlabelled: true,
      cell: ({ locationsCount, parcelsCount }) =>
        t("stocktake.countedText", { parcels: parcelsCount, shelves: locationsCount }),
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: ({ id, startedAt }) => (
        <RowButton
          aria-label={t("stocktake.viewNamed", { moment: momentText(startedAt, true) })}
          onClick={() => onOpen(id)}
        >
          {t("stocktake.view")}
        </RowButton>
      ),
    },
  ];
}

/** The open stocktake of the warehouse, or that none is; one press starts or joins it. */
function StartCard(props: {
  warehouse: Warehouse;
  items: readonly Stocktake[];
  onStarted: (warehouse: Warehouse, stocktake: Stocktake) => void;
}) {
  const { warehouse, items, onStarted } = props;
  const api = useApi();
  const open = items.find(({ finishedAt }) => finishedAt === null);
  const start = useMutation(
    api.stocktakes.startStocktake.mutationOptions({
      onSuccess: (stocktake) => onStarted(warehouse, stocktake),
    }),
  );
  return (
    <Card component="section">
      <Stack gap="md" align="flex-start">
        <Title order={2} size="h4">
          {t(open === undefined ? "stocktake.noneOpen" : "stocktake.oneOpen")}
        </Title>
        <Text>
          {open === undefined
            ? t("stocktake.startHint")
            : t("stocktake.joinHint", {
                moment: momentText(open.startedAt, true),
                parcels: open.parcelsCount,
                shelves: open.locationsCount,
              })}
        </Text>
        {start.isError ? (
          <Alert color="red" role="alert">
            {apiErrorMessage(start.error, t("stocktake.notStarted"))}
          </Alert>
        ) : null}
        <Button
          size="lg"
          loading={start.isPending}
          onClick={() => start.mutate({ warehouseId: warehouse.id })}
        >
          {t(open === undefined ? "stocktake.start" : "stocktake.join")}
        </Button>
      </Stack>
    </Card>
  );
}

function OfWarehouse(props: {
  warehouse: Warehouse;
  onStarted: (warehouse: Warehouse, stocktake: Stocktake) => void;
  onOpen: (stocktakeId: string) => void;
}) {
  const { warehouse, onOpen } = props;
  const api = useApi();
  const query = useQuery(
    api.stocktakes.listStocktakes.queryOptions({ input: { warehouseId: warehouse.id } }),
  );
  const items = query.data?.items;
  if (items === undefined) {
    return query.isError ? (
      <ErrorState
        title={t("stocktake.notLoaded")}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <LoadingCard lines={4} />
    );
  }
  return (
    <>
      <StartCard warehouse={warehouse} items={items} onStarted={props.onStarted} />
      <section>
        <Title order={2} size="h4" mb="sm">
          {t("stocktake.earlier")}
        </Title>
        <Card padding={0} className={classes["rows"] ?? ""}>
          <DataTable
            label={t("stocktake.earlier")}
            columns={columnsFor(onOpen)}
            rows={items}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={<ClipboardCheck size={22} />}
                title={t("stocktake.none")}
                description={t("stocktake.noneHint")}
              />
            }
          />
        </Card>
      </section>
    </>
  );
}

/** Where a stocktake is started or joined, and what earlier ones found. */
export function StartScreen(props: {
  warehouseId: string | null;
  onWarehouse: (warehouseId: string) => void;
  onStarted: (warehouse: Warehouse, stocktake: Stocktake) => void;
  onOpen: (stocktakeId: string) => void;
}) {
  const { data, isError, isFetching, refetch } = useReceivingWarehouses();
  const warehouses = data?.items;
  const warehouse = warehouses?.find(({ id }) => id === props.warehouseId) ?? warehouses?.[0];
  return (
    <div className={classes["start"]}>
      <PageHeader title={t("stocktake.title")} description={t("stocktake.description")} />
      {warehouses === undefined ? (
        isError ? (
          <ErrorState
            title={t("stocktake.notLoaded")}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingCard lines={4} />
        )
      ) : warehouse === undefined ? (
        <EmptyState
          icon={<ClipboardCheck size={22} />}
          title={t("stocktake.noWarehouse")}
          description={t("stocktake.noWarehouseHint")}
        />
      ) : (
        <>
          {warehouses.length > 1 ? (
            <Group>
              <Select
                label={t("stocktake.warehouse")}
                size="md"
                data={warehouses.map(({ id, code, name }) => ({
                  value: id,
                  label: `${name} (${code})`,
                }))}
                value={warehouse.id}
                allowDeselect={false}
                onChange={(id) => props.onWarehouse(id ?? warehouse.id)}
              />
            </Group>
          ) : null}
          <OfWarehouse
            key={warehouse.id}
            warehouse={warehouse}
            onStarted={props.onStarted}
            onOpen={props.onOpen}
          />
        </>
      )}
    </div>
  );
}
