/** The cards that stand where a plan, or more of it, is needed. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Subscription } from "#contract/plans.ts";
import { PlanList } from "#web/plans/plan-list.tsx";
import { momentText } from "#web/ui/figures.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";

/** Says that packages need a plan, and lists the plans. */
export function SubscriptionRequiredCard() {
  return (
    <SectionCard
      title="Subscription Required"
      description="You need a subscription to add packages and follow them on their way."
    >
      <PlanList />
      <Group mt="lg">
        <Button component={Link} to="/dashboard/upgrade" color="vermilion">
          Choose a plan
        </Button>
      </Group>
    </SectionCard>
  );
}

/** Says that the month's packages are used up, when more come, and how to have more at once. */
export function QuotaExceededCard(props: { subscription: Subscription }) {
  const { subscription, currentPeriodEndsAt, cancelsAtPeriodEnd } = props.subscription;
  const isRefilled = currentPeriodEndsAt !== null && !cancelsAtPeriodEnd;
  return (
    <SectionCard title="Package Quota Exceeded">
      <Stack gap="md" align="flex-start">
        <Text>
          {`You have added all packages that your ${subscription} plan allows this month.`}
          {isRefilled ? ` New ones are available from ${momentText(currentPeriodEndsAt)}.` : null}
        </Text>
        <Group gap="sm">
          <Button component={Link} to="/dashboard/upgrade">
            Upgrade Plan
          </Button>
          <Button component={Link} to="/dashboard/packages" variant="default">
            My Packages
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  );
}
