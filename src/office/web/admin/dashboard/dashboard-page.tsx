import { SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi, type ApiQueries } from "#office/web/api.ts";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { ErrorState } from "#ui/web/error-state.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { ChartCards } from "./chart-cards.tsx";
import { FigureCards } from "./figure-cards.tsx";
import { WorkItemsCard } from "./work-items-card.tsx";
import { NewestPackagesCard } from "./newest-packages-card.tsx";
import { NewestPaymentsCard } from "./newest-payments-card.tsx";
import { t } from "./messages.ts";

const newestCount = 5;

export const handle: PageHandle<ApiQueries> = {
  startReading: (api, queryClient) =>
    void queryClient.prefetchQuery(api.admin.readDashboard.queryOptions({ input: {} })),
};

/** The specified cards and lists, and below them the open work and the charts. */
export default function AdminDashboardPage() {
  const api = useApi();
  const seesShipments = useMayUse("shipments");
  const seesMoney = useMayUse("money");
  const figures = useQuery(api.admin.readDashboard.queryOptions({ input: {} }));
  const isFailed = figures.isError && figures.data === undefined;
  const shipments = useQuery(
    api.packages.listShipments.queryOptions({
      input: { tab: "all", status: "all", search: "", page: 1, pageSize: newestCount },
      enabled: seesShipments,
    }),
  );
  return (
    <>
      <PageHeader
        title={t("admin-dashboard.title")}
        description={t("admin-dashboard.description")}
      />
      <Stack gap="lg">
        {isFailed ? (
          <ErrorState
            title={t("admin-dashboard.figuresNotLoaded")}
            description={t("common.noDataLost")}
            isRetrying={figures.isFetching}
            onRetry={() => void figures.refetch()}
          />
        ) : (
          <FigureCards dashboard={figures.data} />
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {seesShipments ? <NewestPackagesCard query={shipments} /> : null}
          {seesMoney ? <NewestPaymentsCard count={newestCount} /> : null}
        </SimpleGrid>
        {isFailed ? null : (
          <>
            <WorkItemsCard work={figures.data?.work} />
            <ChartCards dashboard={figures.data} />
          </>
        )}
      </Stack>
    </>
  );
}
