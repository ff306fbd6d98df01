import { Stack, Tabs, Alert, Box, Button, Group, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { LanguageCard } from "#office/web/languages/language-card.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { TabList } from "#ui/web/tab-list.tsx";
import { useTableView } from "#ui/web/table-view.ts";
import { AccountSecurityCard, PasswordCard } from "#people/web/users/account-security-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Subscription } from "#money/contract/plans.ts";
import { planByName } from "#catalogue/rules/plan.ts";
import { useApi } from "#office/web/api.ts";
import { CancelPlanDialog, usePlanCancellation } from "#money/web/plans/cancel-plan-dialog.tsx";
import { SettleAlert, unsettledOf } from "#money/web/plans/subscription-payment.tsx";
import { DefinitionList, type Definition, SectionCard } from "#ui/web/section-card.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { Count, Moment, moneyText, momentText, Weight } from "#ui/web/figures.tsx";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { NotificationsCard } from "#notices/web/users/notifications-card.tsx";
import { DisplayCurrencyCard } from "./display-currency-card.tsx";
import { YourDataCard } from "./your-data-card.tsx";

export default function SettingsPage() {
  const person = usePerson();
  const view = useTableView();
  const tab = view.read("tab") === "notifications" ? "notifications" : "account";
  return (
    <>
      <PageHeader title={t("common.settings")} description={t("users.settings.description")} />
      <Tabs
        value={tab}
        onChange={(chosen) => view.write("tab", chosen === "notifications" ? chosen : "")}
      >
        <TabList mb="lg" aria-label={t("common.settings")}>
          <Tabs.Tab value="account">{t("users.account")}</Tabs.Tab>
          <Tabs.Tab value="notifications">{t("notification-settings.title")}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="account">
          <Stack gap="lg">
            <SubscriptionCard />
            <AccountSecurityCard />
            <PasswordCard email={person.email} />
            <DisplayCurrencyCard current={person.displayCurrency} />
            <LanguageCard />
            <YourDataCard />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <NotificationsCard />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

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
      <Alert color="yellow" title={t("users.subscription.free")} w="100%">
        {t("users.subscription.noPlan")}
      </Alert>
      <UpgradeLink>{t("users.subscription.upgrade")}</UpgradeLink>
    </Stack>
  );
}

/** The label of the date at which the period ends. */
function periodTerm(subscription: Subscription): string {
  if (subscription.cancelsAtPeriodEnd) return t("users.subscription.endsOn");
  const isComplimentary = subscription.status === "complimentary";
  return t(isComplimentary ? "users.subscription.refillsOn" : "users.subscription.renewsOn");
}

function Badge(props: { subscription: Subscription }) {
  const { subscription } = props;
  if (unsettledOf(subscription) === "paused")
    return <StatusBadge label={t("users.subscription.paused")} color="yellow" />;
  if (unsettledOf(subscription))
    return <StatusBadge label={t("users.subscription.paymentDue")} color="red" />;
  if (subscription.cancelsAtPeriodEnd)
    return <StatusBadge label={t("users.subscription.canceled")} color="yellow" />;
  return <StatusBadge label={t("users.subscription.active")} color="green" />;
}

/** A notice when the plan ends or changes at the end of the period. */
function Notice(props: { subscription: Subscription }): ReactNode {
  const { cancelsAtPeriodEnd, nextPlan, currentPeriodEndsAt } = props.subscription;
  const date = currentPeriodEndsAt === null ? null : momentText(currentPeriodEndsAt);
  if (cancelsAtPeriodEnd) {
    return (
      <Alert color="yellow" w="100%">
        {date === null
          ? t("users.subscription.staysActive")
          : t("users.subscription.staysActiveUntil", { date })}
      </Alert>
    );
  }
  if (nextPlan === null) return null;
  return (
    <Alert color="sea" w="100%">
      {date === null
        ? t("users.subscription.changesAtPeriodEnd", { plan: nextPlan })
        : t("users.subscription.changesOn", { plan: nextPlan, date })}
    </Alert>
  );
}

function planFacts(subscription: Subscription, name: PlanName): readonly Definition[] {
  const { status, currentPeriodEndsAt, packageQuota, maxWeightGrams } = subscription;
  const price: Definition = {
    term: t("users.price"),
    value: (
      <Text component="div" inherit ta="right">
        <span>
          {t("users.subscription.perMonth", { price: moneyText(planByName(name).priceCents) })}
        </span>
        <Approximation amountCents={planByName(name).priceCents} />
      </Text>
    ),
  };
  return [
    { term: t("common.plan"), value: name },
    status === "complimentary"
      ? { term: t("users.price"), value: t("users.subscription.complimentary") }
      : price,
    { term: t("users.subscription.remaining"), value: <Count value={packageQuota} /> },
    { term: t("users.subscription.maximumWeight"), value: <Weight weightGrams={maxWeightGrams} /> },
    ...(currentPeriodEndsAt === null || status === "past_due"
      ? []
      : [{ term: periodTerm(subscription), value: <Moment at={currentPeriodEndsAt} /> }]),
  ];
}

/** Canceling and resuming share one button, so that it keeps the focus when its label changes. */
function PlanActions(props: { subscription: Subscription }) {
  const { subscription } = props;
  const { canceling, resuming } = usePlanCancellation();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const hasOpenPayment = unsettledOf(subscription) !== null;
  const canResume = subscription.cancelsAtPeriodEnd && !hasOpenPayment;
  return (
    <Group gap="sm">
      {hasOpenPayment ? null : (
        <UpgradeLink isQuiet={canResume}>{t("users.subscription.changePlan")}</UpgradeLink>
      )}
      {subscription.status === "active" || hasOpenPayment ? (
        <Button
          variant={canResume ? "filled" : "default"}
          loading={resuming.isRunning}
          onClick={() => (canResume ? void resuming.run({}) : setDialogOpen(true))}
        >
          {t(canResume ? "users.subscription.keep" : "users.subscription.cancel")}
        </Button>
      ) : null}
      <CancelPlanDialog
        subscription={subscription}
        isOpen={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        canceling={canceling}
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
  const query = useQuery(api.plans.readSubscription.queryOptions({ input: {} }));
  const { data } = query;
  const hasPlan = data !== undefined && (data.subscription !== null || unsettledOf(data) !== null);
  return (
    <SectionCard
      title={t("users.subscription.title")}
      actions={hasPlan ? <Badge subscription={data} /> : null}
    >
      {data ? null : (
        <NotLoaded
          query={query}
          failure={{
            title: t("users.subscription.notLoaded"),
            description: t("common.pleaseTryAgain"),
          }}
          lines={5}
        />
      )}
      {data && !hasPlan ? <NoPlan /> : null}
      {hasPlan ? <Plan subscription={data} /> : null}
    </SectionCard>
  );
}
