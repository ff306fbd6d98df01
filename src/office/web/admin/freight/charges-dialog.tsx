import { Button, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Receipt from "lucide-react/icons/receipt";
import { useState } from "react";
import { Link } from "react-router";
import type { FreightCharge } from "#office/contract/freight-figures.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import { figuresLimits, type ChargePart } from "#office/rules/freight-figures.ts";
import { useApi } from "#office/web/api.ts";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { EmptyState, ErrorState } from "#ui/web/states.tsx";
import { Code, Moment, Money } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** A figure whose charges are shown. */
export type OpenedFigure = {
  readonly title: string;
  readonly month: string;
  readonly serviceCode: string;
  readonly countryCode: CountryCode;
  readonly part: ChargePart;
};

const columns = (): readonly Column<FreightCharge>[] => [
  {
    key: "reference",
    header: t("freight.reference"),
    isTitle: true,
    cell: ({ reference, packageId }) =>
      packageId === null ? (
        <Code>{reference}</Code>
      ) : (
        <Link to={`/admin/dashboard/shipments/${packageId}`}>{reference}</Link>
      ),
  },
  {
    key: "chargedAt",
    header: t("freight.chargedAt"),
    isUnlabelled: true,
    cell: ({ chargedAt }) => <Moment at={chargedAt} withTime />,
  },
  {
    key: "charged",
    header: t("freight.charged"),
    align: "end",
    cell: ({ chargedCents }) => <Money amountCents={chargedCents} />,
  },
  {
    key: "refunded",
    header: t("freight.refunded"),
    align: "end",
    cell: ({ refundedCents }) => <Money amountCents={refundedCents} />,
  },
  {
    key: "rate",
    header: t("freight.rate"),
    align: "end",
    cell: ({ rateCents }) => (rateCents === null ? "–" : <Money amountCents={rateCents} />),
  },
];

function Charges({ opened }: { opened: OpenedFigure }) {
  const api = useApi();
  const [pageSize, setPageSize] = useState(25);
  const { title: _title, ...filter } = opened;
  const query = useQuery(
    api.freightFigures.listFreightCharges.queryOptions({
      input: { ...filter, pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t("freight.chargesNotLoaded")}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const total = query.data?.total ?? 0;
  return (
    <Stack gap="sm">
      <DataTable
        label={opened.title}
        columns={columns()}
        rows={query.data?.items}
        rowKey={({ transactionId }) => transactionId}
        isRefreshing={query.isPlaceholderData}
        empty={<EmptyState icon={<Receipt size={22} />} title={t("freight.noCharges")} />}
      />
      {total > pageSize && pageSize < figuresLimits.charges ? (
        <Button variant="default" onClick={() => setPageSize(figuresLimits.charges)}>
          {t("freight.showMore", { count: Math.min(total, figuresLimits.charges) })}
        </Button>
      ) : null}
    </Stack>
  );
}

/** The charges behind a figure. */
export function ChargesDialog(props: { opened: OpenedFigure | null; onClose: () => void }) {
  const { opened } = props;
  return (
    <Dialog isOpen={opened !== null} onClose={props.onClose} title={opened?.title} size="xl">
      {opened === null ? null : <Charges opened={opened} />}
    </Dialog>
  );
}
