import Radar from "lucide-react/icons/radar";
import type { TrackingOverview } from "#tracking/contract/tracking.ts";
import { DelayNotice } from "#tracking/web/carrier-events/delay-notice.tsx";
import { useCarriers, type NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { EmptyState } from "#ui/web/states.tsx";
import { Count, Moment, readerLocale } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

type Counts = TrackingOverview["carriers"][number];

function columnsFor(nameOf: NameOf): readonly Column<Counts>[] {
  return [
    {
      key: "carrier",
      header: t("common.carrier"),
      isTitle: true,
      cell: ({ carrierCode }) =>
        carrierCode === null ? t("admin-tracking.unknownCarrier") : nameOf(carrierCode),
    },
    {
      key: "followed",
      header: t("admin-tracking.followed"),
      align: "end",
      cell: ({ followedCount }) => <Count value={followedCount} />,
    },
    {
      key: "notFound",
      header: t("admin-tracking.notFound"),
      align: "end",
      cell: ({ notFoundCount }) => <Count value={notFoundCount} />,
    },
    {
      key: "silent",
      header: t("admin-tracking.silent"),
      align: "end",
      cell: ({ silentCount }) => <Count value={silentCount} />,
    },
    {
      key: "failed",
      header: t("admin-tracking.failed"),
      align: "end",
      cell: ({ failedCount }) => <Count value={failedCount} />,
    },
    {
      key: "waiting",
      header: t("admin-tracking.waiting"),
      align: "end",
      cell: ({ newCount }) => <Count value={newCount} />,
    },
    {
      key: "last",
      header: t("admin-tracking.lastMessage"),
      isNoWrap: true,
      cell: ({ lastEventAt }) =>
        lastEventAt === null ? t("admin-tracking.noUpdate") : <Moment at={lastEventAt} withTime />,
    },
  ];
}

function quotaText({ isConfigured, quota }: TrackingOverview): string {
  if (!isConfigured) return "";
  if (quota === null) return t("admin-tracking.quotaUnknown");
  const { total, used } = quota;
  return t("admin-tracking.quota", {
    left: Math.max(0, total - used),
    used: used.toLocaleString(readerLocale()),
    total: total.toLocaleString(readerLocale()),
  });
}

/** How many numbers each carrier has, or placeholders while `overview` is undefined. */
export function CarriersCard(props: { overview: TrackingOverview | undefined }) {
  const { overview } = props;
  const { nameOf } = useCarriers();
  return (
    <SectionCard
      flush
      title={t("admin-tracking.byCarrier")}
      actions={<DelayNotice />}
      description={overview === undefined ? " " : quotaText(overview)}
    >
      <DataTable
        label={t("admin-tracking.byCarrier")}
        columns={columnsFor(nameOf)}
        rows={overview?.carriers}
        rowKey={({ carrierCode }) => carrierCode ?? ""}
        empty={
          <EmptyState
            icon={<Radar size={22} />}
            title={t("admin-tracking.noCarriers")}
            description={t("admin-tracking.noCarriersHint")}
          />
        }
      />
    </SectionCard>
  );
}
