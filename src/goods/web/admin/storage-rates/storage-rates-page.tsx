import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import BadgeDollarSign from "lucide-react/icons/badge-dollar-sign";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import type { StoragePrices, StorageRatesOfDay } from "#goods/contract/storage.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { firstPricesSource, usualPricesSource } from "#catalogue/rules/service-version.ts";
import { storagePlans } from "#goods/rules/storage-fee.ts";
import cells from "#ui/web/admin/cells.module.css";
import { SuggestionsCard } from "#catalogue/web/admin/suggestions/suggestions-card.tsx";
import { useApi } from "#goods/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { dayText, moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { useList } from "#ui/web/use-list.ts";
import { ListCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const AddPricesDialog = laterPart(
  async () => (await import("./add-prices-dialog.tsx")).AddPricesDialog,
);

type State = "upcoming" | "validNow" | "past";
type Shown = StorageRatesOfDay & { readonly state: State };

const colors = { upcoming: "sea", validNow: "green", past: "gray" } as const;

function stateOf({ prices }: StorageRatesOfDay, currentFrom: string | null): State {
  if (prices.validFrom === currentFrom) return "validNow";
  return currentFrom === null || prices.validFrom > currentFrom ? "upcoming" : "past";
}

/** A source as it is shown: those of prices that come with the product are sentences of the catalogue. */
function sourceText(source: string): string {
  if (source === usualPricesSource) return t("storage-rates.usualPrices");
  return source === firstPricesSource ? t("storage-rates.firstPrices") : source;
}

function From({ prices, createdByEmail, state }: Shown) {
  const { validFrom } = prices;
  const source = sourceText(prices.source);
  return (
    <>
      <Group gap={6}>
        <span>{dayText(validFrom)}</span>
        <StatusBadge label={t(`storage-rates.${state}`)} color={colors[state]} size="sm" />
      </Group>
      <div className={cells["below"]}>
        {createdByEmail === null
          ? source
          : t("storage-rates.by", { source, email: createdByEmail })}
      </div>
    </>
  );
}

function planText({ rates }: StoragePrices, plan: PlanName | null) {
  const rate = rates.find((candidate) => candidate.plan === plan);
  if (rate === undefined) return null;
  const below = `${cells["below"]} ${cells["aside"]}`;
  return (
    <span>
      <span>{t("storage-rates.planFree", { count: rate.freeDays })}</span>
      <span className={below}>
        {t("storage-rates.planDay", { dayAmount: moneyText(rate.dayCents) })}
      </span>
      <span className={below}>
        {t("storage-rates.planMost", { amount: moneyText(rate.capCents) })}
      </span>
    </span>
  );
}

function stepText({ stepGrams, volumeDivisor }: StoragePrices): string {
  const volume = volumeDivisor.toLocaleString(readerLocale());
  return t("storage-rates.perStep", { weight: weightText(stepGrams), volume });
}

function columns(): readonly Column<Shown>[] {
  return [
    {
      key: "from",
      header: t("storage-rates.validFrom"),
      isTitle: true,
      cell: (row) => <From {...row} />,
    },
    ...storagePlans.map((plan) => ({
      key: plan ?? "none",
      header: plan ?? t("storage-rates.withoutPlan"),
      cell: ({ prices }: Shown) => planText(prices, plan),
    })),
    {
      key: "step",
      header: t("common.weight"),
      isUnlabelled: true,
      cell: ({ prices }) => stepText(prices),
    },
  ];
}

function PricesCard() {
  const api = useApi();
  const { query, data, table } = useList((_, page) =>
    api.storageRates.listStorageRates.queryOptions({ input: page }),
  );
  return (
    <ListCard
      query={query}
      failure={{ title: t("storage-rates.notLoaded") }}
      title={t("storage-rates.title")}
      description={t("storage-rates.listHint")}
    >
      <DataTable
        label={t("storage-rates.title")}
        columns={columns()}
        {...table}
        rows={table.rows?.map((row) => ({
          ...row,
          state: stateOf(row, data?.currentFrom ?? null),
        }))}
        rowKey={({ prices }) => prices.validFrom}
        empty={<EmptyState icon={<BadgeDollarSign size={22} />} title={t("storage-rates.none")} />}
      />
    </ListCard>
  );
}

export default function StorageRatesPage() {
  // The form begins with the newest prices, whatever page of the list is shown.
  const { data } = useQuery(
    useApi().storageRates.listStorageRates.queryOptions({ input: { page: 1, pageSize: 20 } }),
  );
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={t("storage-rates.title")}
        description={t("storage-rates.description")}
        actions={
          <Button
            leftSection={<Plus size={16} aria-hidden="true" />}
            disabled={data === undefined}
            onClick={() => setAdding(true)}
          >
            {t("storage-rates.add")}
          </Button>
        }
      />
      <SuggestionsCard page="storageRates" />
      <PricesCard />
      {data === undefined ? null : (
        <AddPricesDialog
          isWanted={isAdding}
          isOpen={isAdding}
          newest={data.items[0]?.prices ?? null}
          today={data.today}
          onDone={() => setAdding(false)}
        />
      )}
      <Text size="sm" c="dimmed" mt="md">
        {t("storage-rates.recorded")}
      </Text>
    </>
  );
}
