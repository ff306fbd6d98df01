import { Alert, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Unplug from "lucide-react/icons/unplug";
import type { TrackingOverview } from "#tracking/contract/tracking.ts";
import { CarriersLoaded, useCarriers, type NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { useApi } from "#tracking/web/api.ts";
import { ErrorState, EmptyState } from "#ui/web/states.tsx";
import { Count, Moment, readerLocale } from "#ui/web/figures.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { RefreshButton } from "#ui/web/refresh-button.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import Radar from "lucide-react/icons/radar";
import { DelayNotice } from "#tracking/web/carrier-events/delay-notice.tsx";
import { DataTable, type Column } from "#ui/web/data-table.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { NumbersList } from "./numbers-list.tsx";
import { QuestionsList } from "./questions-list.tsx";
import { MessagesList } from "./messages-list.tsx";

const views = ["numbers", "questions", "messages"] as const;

type View = (typeof views)[number];

function countOf(view: View, work: TrackingOverview["work"] | undefined): number {
  if (work === undefined || view === "numbers") return 0;
  return view === "questions" ? work.questions : work.failedMessages;
}

function Lists(props: { overview: TrackingOverview | undefined }) {
  const { overview } = props;
  const address = useTableView();
  const shown = views.find((view) => view === address.read("view")) ?? "numbers";
  return (
    <Tabs
      value={shown}
      keepMounted={false}
      onChange={(view) => address.write("view", view && view !== "numbers" ? view : "")}
    >
      <TabList mb="md" aria-label={t("admin-tracking.views")}>
        {views.map((view) => {
          const count = countOf(view, overview?.work);
          return (
            <Tabs.Tab key={view} value={view} px={{ base: 10, xs: "md" }}>
              <span>{t(`admin-tracking.view.${view}`)}</span>{" "}
              {count > 0 ? <Count value={count} /> : null}
            </Tabs.Tab>
          );
        })}
      </TabList>
      <>
        <Tabs.Panel value="numbers">
          <NumbersList />
        </Tabs.Panel>
        <Tabs.Panel value="questions">
          <QuestionsList />
        </Tabs.Panel>
        <Tabs.Panel value="messages">
          <MessagesList />
        </Tabs.Panel>
      </>
    </Tabs>
  );
}

export default function TrackingPage() {
  const overview = useQuery(useApi().tracking.readTracking.queryOptions({ input: {} }));
  const { data } = overview;
  return (
    <>
      <PageHeader
        title={t("admin-tracking.title")}
        description={t("admin-tracking.description")}
        actions={<RefreshButton query={overview} />}
      />
      <CarriersLoaded>
        <Stack gap="lg">
          {data?.isConfigured === false ? (
            <Alert
              color="yellow"
              icon={<Unplug size={18} />}
              title={t("admin-tracking.notConfigured")}
            >
              {t("admin-tracking.notConfiguredText")}
            </Alert>
          ) : null}
          {overview.isError && data === undefined ? (
            <ErrorState
              title={t("admin-tracking.notLoaded")}
              description={t("common.noDataLost")}
              isRetrying={overview.isFetching}
              onRetry={() => void overview.refetch()}
            />
          ) : (
            <CarriersCard overview={data} />
          )}
          <Lists overview={data} />
        </Stack>
      </CarriersLoaded>
    </>
  );
}

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
