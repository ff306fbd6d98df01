import { Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { Subscription } from "#contract/plans.ts";
import { PlanList } from "#web/plans/plan-list.tsx";
import { momentText } from "#web/ui/figures.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";

export function SubscriptionRequiredCard() {
  return (
    <SectionCard
      title="Subscription Required"
      description="You need a subscription to add and track packages."
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

export function QuotaExceededCard(props: { subscription: Subscription }) {
  const { subscription, currentPeriodEndsAt, cancelsAtPeriodEnd } = props.subscription;
  const isRefilled = currentPeriodEndsAt !== null && !cancelsAtPeriodEnd;
  return (
    <SectionCard title="Package Quota Exceeded">
      <Stack gap="md" align="flex-start">
        <Text>
          {`You have used all packages of your ${subscription} plan for this month.`}
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
