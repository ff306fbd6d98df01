/** The card of the settings on the own plan: what is left of it, and until when. */
import { Alert, Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Subscription } from "#contract/plans.ts";
import { planByName } from "#core/plan.ts";
import { useApi } from "#web/api.tsx";
import { DefinitionList, type Definition } from "#web/ui/definition-list.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Count, Moment, Money, momentText, Weight } from "#web/ui/figures.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

function UpgradeLink(props: { children: string }) {
  return (
    <Button component={Link} to="/dashboard/upgrade">
      {props.children}
    </Button>
  );
}

function NoPlan() {
  return (
    <Stack gap="md" align="flex-start">
      <Alert color="yellow" title="Free Account" w="100%">
        You have no plan yet. Choose one to add packages.
      </Alert>
      <UpgradeLink>Upgrade Now</UpgradeLink>
    </Stack>
  );
}

/** What the date at the end of the period means. */
function periodTerm(subscription: Subscription): string {
  if (subscription.cancelsAtPeriodEnd) return "Ends on";
  return subscription.status === "given" ? "Refills on" : "Renews on";
}

function Badge(props: { subscription: Subscription }) {
  const { status, cancelsAtPeriodEnd } = props.subscription;
  if (status === "past_due") return <StatusBadge label="Payment due" color="red" />;
  if (cancelsAtPeriodEnd) return <StatusBadge label="Canceled" color="yellow" />;
  return <StatusBadge label="Active" color="green" />;
}

/** The one thing about the plan that needs attention, if any. */
function Warning(props: { subscription: Subscription }): ReactNode {
  const { status, cancelsAtPeriodEnd, nextPlan, currentPeriodEndsAt } = props.subscription;
  const date = currentPeriodEndsAt ? momentText(currentPeriodEndsAt) : "the period's end";
  if (status === "past_due") {
    return (
      <Alert color="red" title="Your last payment failed" w="100%">
        We will try your card again. Your plan stays until then.
      </Alert>
    );
  }
  if (cancelsAtPeriodEnd) {
    return <Alert color="yellow" w="100%">{`Your plan stays active until ${date}.`}</Alert>;
  }
  if (nextPlan === null) return null;
  return <Alert color="sea" w="100%">{`You change to the ${nextPlan} plan on ${date}.`}</Alert>;
}

function Plan(props: {
  subscription: Subscription;
  name: NonNullable<Subscription["subscription"]>;
}) {
  const { subscription, name } = props;
  const { status, currentPeriodEndsAt, packageQuota, maxWeightGrams } = subscription;
  const items: Definition[] = [
    { term: "Plan", value: name },
    ...(status === "given"
      ? []
      : [
          {
            term: "Price",
            value: (
              <>
                <Money amountCents={planByName(name).priceCents} /> per month
              </>
            ),
          },
        ]),
    { term: "Packages remaining this month", value: <Count value={packageQuota} /> },
    { term: "Maximum weight per package", value: <Weight weightGrams={maxWeightGrams} /> },
    ...(currentPeriodEndsAt === null
      ? []
      : [{ term: periodTerm(subscription), value: <Moment at={currentPeriodEndsAt} /> }]),
  ];
  return (
    <Stack gap="lg" align="flex-start">
      <Warning subscription={subscription} />
      <DefinitionList items={items} />
      <UpgradeLink>Change Plan</UpgradeLink>
    </Stack>
  );
}

export function SubscriptionCard() {
  const api = useApi();
  const { data, isPending, isFetching, isLoadingError, refetch } = useQuery(
    api.plans.readSubscription.queryOptions({ input: {} }),
  );
  return (
    <SectionCard
      title="Subscription"
      actions={data?.subscription ? <Badge subscription={data} /> : null}
    >
      {isPending ? <LoadingLines lines={5} /> : null}
      {isLoadingError ? (
        <ErrorState
          title="Your subscription could not be loaded"
          description="Please try again."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data && data.subscription === null ? <NoPlan /> : null}
      {data?.subscription ? <Plan subscription={data} name={data.subscription} /> : null}
    </SectionCard>
  );
}
