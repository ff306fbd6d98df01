import { Alert, Button, Card, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import BadgeCheck from "lucide-react/icons/badge-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import type { Subscription } from "#money/contract/plans.ts";
import { useApi } from "#money/web/api.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { planByName } from "#catalogue/rules/plan.ts";
import { Count, moneyText, momentText, Weight } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SettleAlert } from "./subscription-payment.tsx";

function FreeAccount() {
  return (
    <>
      <Alert color="yellow" icon={<TriangleAlert size={18} />} title={t("plans.free.title")}>
        {t("plans.free.text")}
      </Alert>
      <Group mt="auto" pt="sm">
        <Button component={Link} to="/dashboard/upgrade" color="vermilion">
          {t("plans.free.subscribe")}
        </Button>
      </Group>
    </>
  );
}

/**
 * What happens to the plan next: it renews, refills, ends or changes; null if nothing is scheduled or it depends on a
 * payment.
 */
export function planOutlook(subscription: Subscription): string | null {
  const { status, currentPeriodEndsAt, cancelsAtPeriodEnd, nextPlan } = subscription;
  if (currentPeriodEndsAt === null || status === "past_due") return null;
  const date = momentText(currentPeriodEndsAt);
  if (cancelsAtPeriodEnd) return t("plans.outlook.ends", { date });
  if (nextPlan !== null) {
    const price = moneyText(planByName(nextPlan).priceCents);
    return t("plans.outlook.changes", { plan: nextPlan, date, price });
  }
  return t(status === "complimentary" ? "plans.outlook.complimentary" : "plans.outlook.renews", {
    date,
  });
}

function PlanFacts(props: { subscription: Subscription }) {
  const { subscription } = props;
  const isOverdue = subscription.status === "past_due";
  const outlook = planOutlook(subscription);
  return (
    <>
      <Group gap="sm">
        <Text component="p" fz="2rem" fw={600} lh="2.5rem" m={0} className="tight">
          {subscription.subscription}
        </Text>
        <StatusBadge
          label={t(isOverdue ? "plans.paymentDue.title" : "plans.active")}
          color={isOverdue ? "red" : "green"}
        />
      </Group>
      <DefinitionList
        items={[
          {
            term: t("plans.remaining"),
            value: <Count value={subscription.packageQuota} />,
          },
          {
            term: t("plans.maximumWeight"),
            value: <Weight weightGrams={subscription.maxWeightGrams} />,
          },
        ]}
      />
      {outlook === null ? null : (
        <Text size="sm" c="dimmed">
          {outlook}
        </Text>
      )}
      <SettleAlert subscription={subscription} />
      <Group mt="auto" pt="sm">
        <Button component={Link} to="/dashboard/settings" variant="default">
          {t("plans.manage")}
        </Button>
      </Group>
    </>
  );
}

export function SubscriptionStatusCard() {
  const api = useApi();
  const query = useQuery(api.plans.readSubscription.queryOptions({ input: {} }));
  const { data } = query;
  const isFree = data?.subscription === null;
  return (
    <Card component="section" aria-label={t("plans.status")}>
      <Stack gap="xs" h="100%">
        <Group justify="space-between" wrap="nowrap" c="dimmed">
          <Text size="sm" fw={500}>
            {t("plans.status")}
          </Text>
          <BadgeCheck size={18} aria-hidden="true" />
        </Group>
        {data && isFree && data.unsettled ? <SettleAlert subscription={data} /> : null}
        {data && isFree && !data.unsettled ? <FreeAccount /> : null}
        {data && !isFree ? <PlanFacts subscription={data} /> : null}
        {data ? null : (
          <NotLoaded
            query={query}
            failure={{ title: t("plans.notLoaded") }}
            lines={4}
            label={t("plans.loading")}
          />
        )}
      </Stack>
    </Card>
  );
}
