import { Button, Group, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "react-router";
import type { Subscription } from "#money/contract/plans.ts";
import { PlanList } from "#money/web/plans/plan-cards.tsx";
import { momentText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** The page of plans, which leads back here once one is active. */
function useUpgradeAddress(): string {
  const { pathname, search } = useLocation();
  return `/dashboard/upgrade?${new URLSearchParams({ back: pathname + search }).toString()}`;
}

export function SubscriptionRequiredCard() {
  const upgradeAddress = useUpgradeAddress();
  return (
    <SectionCard
      title={t("packages.subscriptionRequired")}
      description={t("packages.subscriptionNeededText")}
    >
      <PlanList />
      <Group mt="lg">
        <Button component={Link} to={upgradeAddress} color="vermilion">
          {t("packages.choosePlan")}
        </Button>
      </Group>
    </SectionCard>
  );
}

export function QuotaExceededCard(props: { subscription: Subscription }) {
  const upgradeAddress = useUpgradeAddress();
  const { subscription, currentPeriodEndsAt, cancelsAtPeriodEnd } = props.subscription;
  const isRefilled = currentPeriodEndsAt !== null && !cancelsAtPeriodEnd;
  return (
    <SectionCard title={t("packages.quotaUsedTitle")}>
      <Stack gap="md" align="flex-start">
        <Text>
          {isRefilled
            ? t("packages.quotaUsedUntil", {
                plan: subscription,
                date: momentText(currentPeriodEndsAt),
              })
            : t("packages.quotaUsed", { plan: subscription })}
        </Text>
        <Group gap="sm">
          <Button component={Link} to={upgradeAddress}>
            {t("packages.upgradePlan")}
          </Button>
          <Button component={Link} to="/dashboard/packages" variant="default">
            {t("packages.myPackages")}
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  );
}
