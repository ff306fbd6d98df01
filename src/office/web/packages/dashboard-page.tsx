import { Button, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import PackagePlus from "lucide-react/icons/package-plus";
import { Link } from "react-router";
import { AddressSection, firstStepsId } from "#goods/web/address/address-section.tsx";
import { useFirstSteps } from "#goods/web/address/first-steps-memory.ts";
import { useApi, type ApiQueries } from "#office/web/api.ts";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { SubscriptionStatusCard } from "#money/web/plans/subscription-status-card.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { BalanceCard } from "#money/web/wallet/balance-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { QuickActionsCard } from "#goods/web/packages/quick-actions-card.tsx";
import type { NewestPackages } from "#goods/web/packages/recent-packages-card.tsx";
import { OverviewStrip } from "#goods/web/parcels/overview-strip.tsx";
import { ActionNeededLine } from "#shipping/web/ship-requests/action-needed-line.tsx";
import { RecentPackagesCard } from "#goods/web/packages/recent-packages-card.tsx";

const newestPackages: NewestPackages = { tab: "all", page: 1, pageSize: 5 };

export const handle: PageHandle<ApiQueries> = {
  startReading: (api, queryClient) => {
    void queryClient.prefetchQuery(api.wallet.readWallet.queryOptions({ input: {} }));
    void queryClient.prefetchQuery(api.plans.readSubscription.queryOptions({ input: {} }));
    void queryClient.prefetchQuery(
      api.packages.listPackages.queryOptions({ input: newestPackages }),
    );
  },
};

export default function DashboardPage() {
  const api = useApi();
  const person = usePerson();
  const hasWarehouse = useHasWarehouse();
  const subscription = useQuery(api.plans.readSubscription.queryOptions({ input: {} }));
  const plan = subscription.data ? subscription.data.subscription : person.subscription;
  const canAdd = plan !== null || person.isAdmin;
  const firstSteps = useFirstSteps(person.id);
  const firstName = person.fullName.trim().split(/\s+/)[0];
  return (
    <>
      <PageHeader
        title={t("common.dashboard")}
        description={
          firstName
            ? t("packages.dashboard.welcomeName", { name: firstName })
            : t("packages.dashboard.welcome")
        }
        actions={
          canAdd ? (
            <Button
              component={Link}
              to="/dashboard/packages/new"
              leftSection={<PackagePlus size={18} />}
            >
              {t("packages.addPackage")}
            </Button>
          ) : null
        }
      />
      <Stack gap="lg">
        {hasWarehouse ? (
          <ActionNeededLine stepsId={firstSteps.memory.isClosed ? null : firstStepsId} />
        ) : null}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <BalanceCard
            actions={
              <>
                <Button component={Link} to="/dashboard/wallet">
                  {t("common.addFunds")}
                </Button>
                <Button component={Link} to="/dashboard/wallet?tab=history" variant="default">
                  {t("common.viewHistory")}
                </Button>
              </>
            }
          />
          <SubscriptionStatusCard />
        </SimpleGrid>
        {hasWarehouse ? <OverviewStrip /> : null}
        <QuickActionsCard />
        <RecentPackagesCard canAdd={canAdd} newest={newestPackages} />
        {hasWarehouse ? <AddressSection firstSteps={firstSteps} /> : null}
      </Stack>
    </>
  );
}
