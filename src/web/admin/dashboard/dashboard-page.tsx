import { SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#web/api.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ChartCards } from "./chart-cards.tsx";
import { FigureCards } from "./figure-cards.tsx";
import { WorkItemsCard } from "./work-items-card.tsx";
import { NewestPackagesCard } from "./newest-packages-card.tsx";
import { NewestPaymentsCard } from "./newest-payments-card.tsx";

const newestCount = 5;

function Figures() {
  const api = useApi();
  const query = useQuery(api.admin.readDashboard.queryOptions({ input: {} }));
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="The figures could not be loaded"
        description="No data was lost. Please try again."
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <>
      <FigureCards dashboard={query.data} />
      <WorkItemsCard work={query.data?.work} />
      <ChartCards dashboard={query.data} />
    </>
  );
}

export default function AdminDashboardPage() {
  const api = useApi();
  const shipments = useQuery(
    api.packages.listShipments.queryOptions({
      input: { tab: "all", status: "all", search: "", page: 1, pageSize: newestCount },
    }),
  );
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        description="Current figures for customers, packages and money."
      />
      <Stack gap="lg">
        <Figures />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <NewestPackagesCard query={shipments} />
          <NewestPaymentsCard count={newestCount} />
        </SimpleGrid>
      </Stack>
    </>
  );
}
