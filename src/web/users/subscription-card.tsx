/** The card of the settings on the own plan: what is left of it, until when, and the ways to change and end it. */
import { Alert, Box, Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { Subscription } from "#contract/plans.ts";
import { planByName, type PlanName } from "#core/plan.ts";
import { useApi } from "#web/api.tsx";
import { CancelPlanDialog, usePlanCancellation } from "#web/plans/cancel-plan-dialog.tsx";
import { SettleAlert, unsettledOf } from "#web/plans/settle-alert.tsx";
import { DefinitionList, type Definition } from "#web/ui/definition-list.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Count, Moment, Money, momentText, Weight } from "#web/ui/figures.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

function UpgradeLink(props: { children: string; isQuiet?: boolean }) {
  return (
    <Button component={Link} to="/dashboard/upgrade" variant={props.isQuiet ? "default" : "filled"}>
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
  return subscription.status === "complimentary" ? "Refills on" : "Renews on";
}

function Badge(props: { subscription: Subscription }) {
  const { subscription } = props;
  if (unsettledOf(subscription) === "paused") return <StatusBadge label="Paused" color="yellow" />;
  if (unsettledOf(subscription)) return <StatusBadge label="Payment due" color="red" />;
  if (subscription.cancelsAtPeriodEnd) return <StatusBadge label="Canceled" color="yellow" />;
  return <StatusBadge label="Active" color="green" />;
}

/** What is to come of the plan, where that is not simply the next month. */
function Notice(props: { subscription: Subscription }): ReactNode {
  const { cancelsAtPeriodEnd, nextPlan, currentPeriodEndsAt } = props.subscription;
  const date = currentPeriodEndsAt ? momentText(currentPeriodEndsAt) : "the period's end";
  if (cancelsAtPeriodEnd) {
    return <Alert color="yellow" w="100%">{`Your plan stays active until ${date}.`}</Alert>;
  }
  if (nextPlan === null) return null;
  return <Alert color="sea" w="100%">{`You change to the ${nextPlan} plan on ${date}.`}</Alert>;
}

function planFacts(subscription: Subscription, name: PlanName): readonly Definition[] {
  const { status, currentPeriodEndsAt, packageQuota, maxWeightGrams } = subscription;
  const price: Definition = {
    term: "Price",
    value: (
      <>
        <Money amountCents={planByName(name).priceCents} /> per month
      </>
    ),
  };
  return [
    { term: "Plan", value: name },
    status === "complimentary" ? { term: "Price", value: "Given to you by us, not billed" } : price,
    { term: "Packages remaining this month", value: <Count value={packageQuota} /> },
    { term: "Maximum weight per package", value: <Weight weightGrams={maxWeightGrams} /> },
    ...(currentPeriodEndsAt === null || status === "past_due"
      ? []
      : [{ term: periodTerm(subscription), value: <Moment at={currentPeriodEndsAt} /> }]),
  ];
}

/** The buttons that change the plan and end or keep it; the last is one button, so that the focus stays on it. */
function PlanActions(props: { subscription: Subscription }) {
  const { subscription } = props;
  const cancellation = usePlanCancellation();
  const [isRequested, setRequested] = useState(false);
  const isOpenBill = unsettledOf(subscription) !== null;
  const mayKeep = subscription.cancelsAtPeriodEnd && !isOpenBill;
  return (
    <Group gap="sm">
      {isOpenBill ? null : <UpgradeLink isQuiet={mayKeep}>Change Plan</UpgradeLink>}
      {subscription.status === "active" || isOpenBill ? (
        <Button
          variant={mayKeep ? "filled" : "default"}
          loading={cancellation.isResuming}
          onClick={() => (mayKeep ? void cancellation.resume() : setRequested(true))}
        >
          {mayKeep ? "Keep Subscription" : "Cancel Subscription"}
        </Button>
      ) : null}
      <CancelPlanDialog
        subscription={subscription}
        isOpen={isRequested}
        onClose={() => setRequested(false)}
        cancellation={cancellation}
      />
    </Group>
  );
}

function Plan(props: { subscription: Subscription }) {
  const { subscription } = props;
  const name = subscription.subscription;
  return (
    <Stack gap="lg" align="flex-start">
      <SettleAlert subscription={subscription} />
      <Notice subscription={subscription} />
      {name === null ? null : (
        <Box w="100%" maw={440}>
          <DefinitionList items={planFacts(subscription, name)} />
        </Box>
      )}
      <PlanActions subscription={subscription} />
    </Stack>
  );
}

export function SubscriptionCard() {
  const api = useApi();
  const { data, isPending, isFetching, isLoadingError, refetch } = useQuery(
    api.plans.readSubscription.queryOptions({ input: {} }),
  );
  const hasPlan = data !== undefined && (data.subscription !== null || unsettledOf(data) !== null);
  return (
    <SectionCard title="Subscription" actions={hasPlan ? <Badge subscription={data} /> : null}>
      {isPending ? <LoadingLines lines={5} /> : null}
      {isLoadingError ? (
        <ErrorState
          title="Your subscription could not be loaded"
          description="Please try again."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data && !hasPlan ? <NoPlan /> : null}
      {hasPlan ? <Plan subscription={data} /> : null}
    </SectionCard>
  );
}
