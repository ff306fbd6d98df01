import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import ClipboardList from "lucide-react/icons/clipboard-list";
import { useState } from "react";
import type { ManifestSummary } from "#shipping/contract/manifests.ts";
import type { ManifestState } from "#shipping/rules/manifest.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { carrierName, useCarriers, type NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { useReceivingWarehouses } from "#goods/web/receiving/desk-memory.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState, NotLoaded } from "#ui/web/states.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { useList } from "#ui/web/use-list.ts";
import { RowButton } from "#ui/web/row-button.tsx";
import { Select } from "#ui/web/select.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import classes from "./manifests.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { ListCard } from "#ui/web/section-card.tsx";

export const manifestColors: Readonly<Record<ManifestState, StatusColor>> = {
  open: "yellow",
  closed: "sea",
  handing_over: "yellow",
  handed_over: "green",
};

function columnsFor(
  nameOf: NameOf,
  onOpen: (manifestId: string) => void,
): readonly Column<ManifestSummary>[] {
  return [
    {
      key: "number",
      header: t("manifests.number"),
      isTitle: true,
      isNoWrap: true,
      cell: ({ number }) => <Code>{number}</Code>,
    },
    {
      key: "carrier",
      header: t("common.carrier"),
      isUnlabelled: true,
      cell: ({ carrierCode, warehouseCode }) => `${nameOf(carrierCode)} · ${warehouseCode}`,
    },
    {
      key: "state",
      header: t("manifests.state"),
      isUnlabelled: true,
      cell: ({ state }) => (
        <StatusBadge label={t(`manifests.state.${state}`)} color={manifestColors[state]} />
      ),
    },
    {
      key: "packages",
      header: t("manifests.packages"),
      isUnlabelled: true,
      cell: ({ packagesCount, leftBehindCount }) => (
        <>
          <span>{t("manifests.packagesCount", { count: packagesCount })}</span>
          {leftBehindCount === 0 ? null : (
            <div className={classes["warning"]}>
              {t("manifests.leftBehindCount", { count: leftBehindCount })}
            </div>
          )}
        </>
      ),
    },
    {
      key: "opened",
      header: t("manifests.opened"),
      isUnlabelled: true,
      isNoWrap: true,
      cell: ({ openedAt }) => <Moment at={openedAt} withTime />,
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      coversRow: true,
      cell: ({ id, number }) => (
        <RowButton aria-label={t("manifests.viewNamed", { number })} onClick={() => onOpen(id)}>
          {t("manifests.view")}
        </RowButton>
      ),
    },
  ];
}

type Warehouse = { readonly id: string; readonly code: string; readonly name: string };

/** Opens a manifest of a carrier, or goes on in the open one. */
function OpenCard(props: {
  warehouses: readonly Warehouse[];
  onOpen: (manifestId: string) => void;
}) {
  const { warehouses, onOpen } = props;
  const api = useApi();
  const { items } = useCarriers();
  const carriers = items?.filter(({ isActive }) => isActive) ?? [];
  const [carrierCode, setCarrierCode] = useState("hk-post");
  const [warehouseId, setWarehouseId] = useState(warehouses[0]?.id ?? "");
  const opening = useMutation(
    api.manifests.openManifest.mutationOptions({ onSuccess: ({ id }) => onOpen(id) }),
  );
  return (
    <Card component="section" mb="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {t("manifests.openTitle")}
        </Title>
        <Text size="sm" c="dimmed">
          {t("manifests.openHint")}
        </Text>
        {opening.isError ? (
          <Alert color="red" role="alert">
            {apiErrorMessage(opening.error, t("manifests.notOpened"))}
          </Alert>
        ) : null}
        <Group gap="sm" align="flex-end">
          <Select
            size="md"
            label={t("common.carrier")}
            data={carriers.map((carrier) => ({ value: carrier.code, label: carrierName(carrier) }))}
            value={carrierCode}
            allowDeselect={false}
            searchable
            onChange={(code) => setCarrierCode(code ?? carrierCode)}
          />
          {warehouses.length < 2 ? null : (
            <Select
              size="md"
              label={t("manifests.warehouse")}
              data={warehouses.map(({ id, code, name }) => ({
                value: id,
                label: `${name} (${code})`,
              }))}
              value={warehouseId}
              allowDeselect={false}
              onChange={(id) => setWarehouseId(id ?? warehouseId)}
            />
          )}
          <Button
            size="md"
            loading={opening.isPending}
            onClick={() => opening.mutate({ warehouseId, carrierCode })}
          >
            {t("manifests.open")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function Opening(props: { onOpen: (manifestId: string) => void }) {
  const warehouses = useReceivingWarehouses();
  const { data } = warehouses;
  if (data === undefined) {
    return (
      <NotLoaded
        query={warehouses}
        failure={{ title: t("manifests.notLoaded") }}
        lines={3}
        isCard
      />
    );
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={<ClipboardList size={22} />}
        title={t("manifests.noWarehouse")}
        description={t("manifests.noWarehouseHint")}
      />
    );
  }
  return <OpenCard warehouses={data.items} onOpen={props.onOpen} />;
}

/** All manifests, those that are not handed over first. */
export function ManifestList(props: { onOpen: (manifestId: string) => void }) {
  const api = useApi();
  const { nameOf } = useCarriers();
  const { query, table } = useList((_, page) =>
    api.manifests.listManifests.queryOptions({ input: page }),
  );
  return (
    <div className={classes["page"]}>
      <PageHeader title={t("manifests.title")} description={t("manifests.description")} />
      <Opening onOpen={props.onOpen} />
      <ListCard
        query={query}
        failure={{ title: t("manifests.notLoaded") }}
        title={t("manifests.earlier")}
      >
        <DataTable
          label={t("manifests.earlier")}
          columns={columnsFor(nameOf, props.onOpen)}
          {...table}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<ClipboardList size={22} />}
              title={t("manifests.none")}
              description={t("manifests.noneHint")}
            />
          }
        />
      </ListCard>
    </div>
  );
}
