import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Hash from "lucide-react/icons/hash";
import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import type { NumberRange, ServiceStock } from "#shipping/contract/number-ranges.ts";
import cells from "#ui/web/admin/cells.module.css";
import { useAction } from "#ui/web/action.ts";
import { useApi } from "#shipping/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { Code } from "#ui/web/figures.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const RangeDialog = laterPart(async () => (await import("./range-dialog.tsx")).RangeDialog);
const ListDialog = laterPart(async () => (await import("./list-dialog.tsx")).ListDialog);

function daysText({ days }: ServiceStock): string {
  return days === null ? t("number-ranges.unused") : t("number-ranges.days", { count: days });
}

const stockColumns = (): readonly Column<ServiceStock>[] => [
  {
    key: "service",
    header: t("number-ranges.service"),
    isTitle: true,
    cell: ({ serviceName, serviceCode }) => serviceName ?? serviceCode,
  },
  {
    key: "left",
    header: t("number-ranges.stock"),
    isUnlabelled: true,
    cell: (stock) => (
      <>
        <span>{t("number-ranges.left", { count: stock.left })}</span>
        <div className={cells["below"]}>{daysText(stock)}</div>
      </>
    ),
  },
  {
    key: "warning",
    header: t("common.status"),
    isUnlabelled: true,
    cell: ({ isLow }) =>
      isLow ? <StatusBadge label={t("number-ranges.low")} color="red" /> : null,
  },
];

function rangeText({ firstNumber, lastNumber }: NumberRange): string {
  return t("number-ranges.fromTo", { first: firstNumber, last: lastNumber });
}

function rangeColumns(onChange: (range: NumberRange) => void): readonly Column<NumberRange>[] {
  return [
    {
      key: "numbers",
      header: t("number-ranges.numbers"),
      isTitle: true,
      cell: (range) => (
        <>
          <Code>{rangeText(range)}</Code>
          <div className={cells["below"]}>
            {[t(`number-ranges.kind.${range.kind}`), range.source].join(" · ")}
          </div>
        </>
      ),
    },
    {
      key: "service",
      header: t("number-ranges.service"),
      cell: ({ serviceName, serviceCode }) => serviceName ?? serviceCode,
    },
    {
      key: "left",
      header: t("number-ranges.leftHeader"),
      cell: ({ left, total, nextNumber }) => (
        <>
          <span className="figures">{t("number-ranges.leftOf", { left, total })}</span>
          <div className={cells["below"]}>
            {nextNumber === null
              ? t("number-ranges.used")
              : t("number-ranges.next", { number: nextNumber })}
          </div>
        </>
      ),
    },
    {
      key: "state",
      header: t("common.state"),
      isUnlabelled: true,
      cell: ({ isActive }) => (
        <StatusBadge
          label={t(isActive ? "number-ranges.active" : "number-ranges.stopped")}
          color={isActive ? "green" : "gray"}
        />
      ),
    },
    {
      key: "actions",
      header: t("common.actions"),
      isActions: true,
      cell: (range) => (
        <RowButton
          aria-label={t(range.isActive ? "number-ranges.stopNamed" : "number-ranges.resumeNamed", {
            range: rangeText(range),
          })}
          onClick={() => onChange(range)}
        >
          {t(range.isActive ? "number-ranges.stop" : "number-ranges.resume")}
        </RowButton>
      ),
    },
  ];
}

function Ranges() {
  const api = useApi();
  const query = useQuery(api.numberRanges.listNumberRanges.queryOptions({ input: {} }));
  const change = useAction(api.numberRanges.changeNumberRange.mutationOptions(), {
    done: () => null,
    failed: () => t("number-ranges.notChanged"),
  });
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t("number-ranges.notLoaded")}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const stocks = query.data?.stocks;
  return (
    <>
      {stocks?.length === 0 ? null : (
        <SectionCard
          flush
          title={t("number-ranges.stock")}
          description={t("number-ranges.stockHint")}
        >
          <DataTable
            label={t("number-ranges.stock")}
            columns={stockColumns()}
            rows={stocks}
            rowKey={({ serviceCode }) => serviceCode}
            empty={null}
          />
        </SectionCard>
      )}
      <div style={{ height: "var(--mantine-spacing-lg)" }} />
      <SectionCard
        flush
        title={t("number-ranges.ranges")}
        description={t("number-ranges.rangesHint")}
      >
        <DataTable
          label={t("number-ranges.ranges")}
          columns={rangeColumns(
            ({ id, isActive }) => void change.run({ numberRangeId: id, isActive: !isActive }),
          )}
          rows={query.data?.items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<Hash size={22} />}
              title={t("number-ranges.none")}
              description={t("number-ranges.noneHint")}
            />
          }
        />
      </SectionCard>
    </>
  );
}

export default function NumberRangesPage() {
  const [opened, setOpened] = useState<"range" | "list" | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title={t("number-ranges.title")}
        description={t("number-ranges.description")}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Upload size={16} aria-hidden="true" />}
              onClick={() => setOpened("list")}
            >
              {t("number-ranges.import")}
            </Button>
            <Button
              leftSection={<Plus size={16} aria-hidden="true" />}
              onClick={() => setOpened("range")}
            >
              {t("number-ranges.add")}
            </Button>
          </>
        }
      />
      <Ranges />
      <RangeDialog isWanted={opened === "range"} isOpen={opened === "range"} onClose={close} />
      <ListDialog isWanted={opened === "list"} isOpen={opened === "list"} onClose={close} />
    </>
  );
}
