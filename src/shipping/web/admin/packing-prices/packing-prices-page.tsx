import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Boxes from "lucide-react/icons/boxes";
import Plus from "lucide-react/icons/plus";
import Wrench from "lucide-react/icons/wrench";
import { useState, type ReactNode } from "react";
import type { Box } from "#shipping/contract/boxes.ts";
import type { ExtraServiceFacts } from "#shipping/contract/extra-services.ts";
import cells from "#ui/web/admin/cells.module.css";
import { nameInLanguage } from "#ui/web/admin/names.ts";
import { SuggestionsCard } from "#catalogue/web/admin/suggestions/suggestions-card.tsx";
import { useApi } from "#shipping/web/api.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { dayText, moneyText, weightText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { sourceText } from "./source-texts.ts";

const BoxDialog = laterPart(async () => (await import("./box-dialog.tsx")).BoxDialog);
const ServiceDialog = laterPart(async () => (await import("./service-dialog.tsx")).ServiceDialog);
const FeeDialog = laterPart(async () => (await import("./fee-dialog.tsx")).FeeDialog);

/** What is edited in a dialog: null a new one; kept while the dialog fades out. */
function useEdited<Row>() {
  const [edited, setEdited] = useState<Row | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (row: Row | null) => {
    setEdited(row);
    setOpen(true);
  };
  return { edited, isOpen, open, close: () => setOpen(false) };
}

function NameCell(props: { name: string; below: string; isActive: boolean; inactive: string }) {
  return (
    <>
      <Group gap={6}>
        <span>{props.name}</span>
        {props.isActive ? null : <StatusBadge label={props.inactive} color="yellow" size="sm" />}
      </Group>
      <div className={cells["below"]}>{props.below}</div>
    </>
  );
}

function sinceText(row: { validFrom: string; source: string }): string {
  return t("packing-prices.since", { day: dayText(row.validFrom), source: sourceText(row.source) });
}

function actions<Row>(nameOf: (row: Row) => string, onEdit: (row: Row) => void): Column<Row> {
  return {
    key: "actions",
    header: t("common.actions"),
    isActions: true,
    coversRow: true,
    cell: (row) => (
      <RowButton
        aria-label={t("packing-prices.editNamed", { name: nameOf(row) })}
        onClick={() => onEdit(row)}
      >
        {t("common.edit")}
      </RowButton>
    ),
  };
}

function boxColumns(onEdit: (box: Box) => void): readonly Column<Box>[] {
  return [
    {
      key: "box",
      header: t("packing-prices.name"),
      isTitle: true,
      cell: (box) => (
        <NameCell
          name={nameInLanguage(box)}
          below={sinceText(box)}
          isActive={box.isActive}
          inactive={t("packing-prices.notOffered")}
        />
      ),
    },
    {
      key: "sides",
      header: t("packing-prices.inside"),
      isUnlabelled: true,
      cell: (box) => `${sidesText(box.sidesMm)} · ${weightText(box.emptyGrams)}`,
    },
    {
      key: "price",
      header: t("packing-prices.price"),
      align: "end",
      isUnlabelled: true,
      cell: ({ priceCents }) => moneyText(priceCents),
    },
    actions(nameInLanguage, onEdit),
  ];
}

function priceOf({ priceCents, per, freePlans }: ExtraServiceFacts): ReactNode {
  return (
    <span>
      <span>{[moneyText(priceCents), t(`packing-prices.perUnit.${per}`)].join(" ")}</span>
      {freePlans.length === 0 ? null : (
        <span className={cells["below"]}>
          {t("packing-prices.freeWithPlans", { plans: freePlans.join(", ") })}
        </span>
      )}
    </span>
  );
}

function serviceColumns(
  onEdit: (service: ExtraServiceFacts) => void,
): readonly Column<ExtraServiceFacts>[] {
  return [
    {
      key: "service",
      header: t("packing-prices.name"),
      isTitle: true,
      cell: (service) => (
        <NameCell
          name={nameInLanguage(service)}
          below={sinceText(service)}
          isActive={service.isActive}
          inactive={t("packing-prices.notOffered")}
        />
      ),
    },
    {
      key: "hours",
      header: t("packing-prices.promisedHours"),
      isUnlabelled: true,
      cell: ({ promisedHours }) => t("packing-prices.withinHours", { hours: promisedHours }),
    },
    { key: "price", header: t("packing-prices.price"), isUnlabelled: true, cell: priceOf },
    actions(nameInLanguage, onEdit),
  ];
}

function NotLoaded(props: { query: { isFetching: boolean; refetch: () => Promise<unknown> } }) {
  const { query } = props;
  return (
    <ErrorState
      title={t("packing-prices.notLoaded")}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

function AddButton(props: { label: string; onClick: () => void }) {
  return (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={props.onClick}>
      {props.label}
    </Button>
  );
}

function BoxesCards() {
  const query = useQuery(useApi().boxes.listBoxes.queryOptions({ input: {} }));
  const { edited, isOpen, open, close } = useEdited<Box>();
  const [isFeeOpen, setFeeOpen] = useState(false);
  if (query.isError && !query.data) return <NotLoaded query={query} />;
  const feeCents = query.data?.overWeightFeeCents ?? null;
  return (
    <>
      <SectionCard
        flush
        title={t("packing-prices.boxes")}
        description={t("packing-prices.boxesHint")}
        actions={<AddButton label={t("packing-prices.addBox")} onClick={() => open(null)} />}
      >
        <DataTable
          label={t("packing-prices.boxes")}
          columns={boxColumns(open)}
          rows={query.data?.items}
          rowKey={({ id }) => id}
          empty={<EmptyState icon={<Boxes size={22} />} title={t("packing-prices.noBoxes")} />}
        />
      </SectionCard>
      <SectionCard
        title={t("packing-prices.overWeight")}
        description={t("packing-prices.overWeightText")}
        actions={
          <Button variant="default" disabled={!query.data} onClick={() => setFeeOpen(true)}>
            {t("common.edit")}
          </Button>
        }
      >
        <Text>
          {feeCents === null
            ? t("packing-prices.noFee")
            : t("packing-prices.feeOf", { amount: moneyText(feeCents) })}
        </Text>
      </SectionCard>
      <BoxDialog isWanted={isOpen} isOpen={isOpen} box={edited} onClose={close} />
      <FeeDialog
        isWanted={isFeeOpen}
        isOpen={isFeeOpen}
        feeCents={feeCents}
        onClose={() => setFeeOpen(false)}
      />
    </>
  );
}

function ServicesCard() {
  const query = useQuery(useApi().extraServices.listExtraServicePrices.queryOptions({ input: {} }));
  const { edited, isOpen, open, close } = useEdited<ExtraServiceFacts>();
  if (query.isError && !query.data) return <NotLoaded query={query} />;
  return (
    <>
      <SectionCard
        flush
        title={t("packing-prices.services")}
        description={t("packing-prices.servicesHint")}
        actions={<AddButton label={t("packing-prices.addService")} onClick={() => open(null)} />}
      >
        <DataTable
          label={t("packing-prices.services")}
          columns={serviceColumns(open)}
          rows={query.data?.items}
          rowKey={({ code }) => code}
          empty={<EmptyState icon={<Wrench size={22} />} title={t("packing-prices.noServices")} />}
        />
      </SectionCard>
      <ServiceDialog isWanted={isOpen} isOpen={isOpen} service={edited} onClose={close} />
    </>
  );
}

export default function PackingPricesPage() {
  return (
    <>
      <PageHeader title={t("packing-prices.title")} description={t("packing-prices.description")} />
      <SuggestionsCard page="packingPrices" />
      <Stack gap="lg">
        <BoxesCards />
        <ServicesCard />
        <Text size="sm" c="dimmed">
          {t("packing-prices.recorded")}
        </Text>
      </Stack>
    </>
  );
}
