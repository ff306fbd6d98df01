import { useAction } from "#ui/web/action.ts";
import { publicPath, RichText, t, toastText } from "#ui/web/i18n/messages.tsx";
import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { Subscription } from "#money/contract/plans.ts";
import { parsePlanName, isDowngrade, planByName } from "#catalogue/rules/plan.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { hideToast, showToast } from "#ui/web/toast.tsx";
import { CheckoutWaitingCard, PaymentConfirmingCard, PlanActiveCard } from "./checkout-cards.tsx";
import { PlanCards, planPriceText } from "./plan-cards.tsx";
import {
  paymentDue,
  SettleAlert,
  unsettledOf,
  useSubscription,
  useSubscriptionCheckout,
} from "./subscription-payment.tsx";
import { planOutlook } from "./subscription-status-card.tsx";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "#money/web/api.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { moneyText, momentText } from "#ui/web/figures.tsx";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { periodEnd } from "./cancel-plan-dialog.tsx";

const upgradeAddress = "/dashboard/upgrade";

/** Shows that the checkout was canceled and removes the parameter from the address. */
function useCanceledCheckout(isCanceled: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isCanceled) return;
    showToast({ ...toastText("subscriptionCanceled"), kind: "destructive", place: "plan" });
    void navigate(upgradeAddress, { replace: true });
  }, [isCanceled, navigate]);
}

/** Whether this page was opened by the provider after a checkout; removes the parameter from the address. */
function useCheckoutReturn(isSuccess: boolean): boolean {
  const navigate = useNavigate();
  const [isReturn, setReturn] = useState(isSuccess);
  if (isSuccess && !isReturn) setReturn(true);
  useEffect(() => {
    if (isSuccess) void navigate(upgradeAddress, { replace: true });
  }, [isSuccess, navigate]);
  return isReturn;
}

function ExistingPlanWarning(props: { subscription: Subscription }) {
  const outlook = planOutlook(props.subscription);
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t("plans.existing.title", { plan: props.subscription.subscription })}
    >
      {unsettledOf(props.subscription) === null
        ? t("plans.existing.text", { hasOutlook: String(outlook !== null), outlook })
        : t("plans.existing.unpaid")}
    </Alert>
  );
}

function PlanChoice(props: {
  subscription: Subscription;
  checkout: ReturnType<typeof useSubscriptionCheckout>;
  chosen: PlanName | null;
  /** While a payment is awaited, another one cannot be started. */
  isWaiting: boolean;
  onChoose: (plan: PlanName) => void;
}) {
  const { subscription, checkout, chosen, isWaiting } = props;
  const [planToConfirm, setPlanToConfirm] = useState<PlanName | null>(null);
  const current = subscription.subscription;
  const isCurrent = chosen !== null && chosen === current && subscription.nextPlan === null;
  const choose = (plan: PlanName) => {
    props.onChoose(plan);
    hideToast("plan");
    checkout.renewIdempotencyKey();
  };
  const submit = () => {
    if (chosen === null) {
      document.querySelector<HTMLInputElement>("input[name=plan]")?.focus();
      return showToast({ ...toastText("noPlanSelected"), kind: "destructive", place: "plan" });
    }
    if (unsettledOf(subscription) !== null)
      return showToast({ ...paymentDue(), kind: "destructive", place: "plan" });
    const isBilled = subscription.status === "active" || subscription.status === "past_due";
    return isBilled ? setPlanToConfirm(chosen) : void checkout.open(chosen);
  };
  return (
    <Stack gap="lg">
      <PlanCards current={current} chosen={chosen} onChoose={choose} />
      <Group justify="space-between" gap="md">
        <Text size="sm" c="dimmed" maw="56ch">
          <RichText
            id="plans.terms"
            components={{
              terms: <Anchor href={publicPath("/terms")} target="_blank" rel="noopener" inherit />,
            }}
          />
        </Text>
        <Button
          size="md"
          color="vermilion"
          disabled={isCurrent || isWaiting}
          loading={checkout.isOpening}
          onClick={submit}
        >
          {t(current === null ? "plans.subscribe" : "plans.change.confirm")}
        </Button>
      </Group>
      {current === null ? null : (
        <ChangePlanDialog
          subscription={subscription}
          current={current}
          newPlan={planToConfirm}
          onClose={() => setPlanToConfirm(null)}
        />
      )}
    </Stack>
  );
}

/** The page of the customer's area that an address names; null for any other address. */
function ownPage(address: string | null): string | null {
  return address?.startsWith("/dashboard/") === true ? address : null;
}

export default function UpgradePage() {
  const [search] = useSearchParams();
  const isReturn = useCheckoutReturn(search.get("success") === "true");
  const [selectedPlan, setSelectedPlan] = useState(() => parsePlanName(search.get("plan") ?? ""));
  const [backTo] = useState(() => ownPage(search.get("back")));
  const checkout = useSubscriptionCheckout();
  const awaitedPlan = checkout.checkout?.plan ?? null;
  const isWaitingFor = (subscription: Subscription | undefined) =>
    awaitedPlan === null
      ? isReturn && !subscription?.subscription
      : subscription?.subscription !== awaitedPlan;
  const query = useSubscription(isWaitingFor);
  const { data } = query;
  useCanceledCheckout(search.get("canceled") === "true");

  const isWaiting = isWaitingFor(data);
  const isConfirmed = data !== undefined && !isWaiting && (isReturn || awaitedPlan !== null);
  const choose = (plan: PlanName) => {
    setSelectedPlan(plan);
    if (isConfirmed) checkout.clear();
  };
  return (
    <>
      <PageHeader
        title={t("plans.upgrade.title")}
        description={t("plans.upgrade.description")}
        above={<BackLink to="/dashboard" label={t("common.backToDashboard")} />}
      />
      <Stack gap="lg">
        {data ? null : (
          <NotLoaded query={query} failure={{ title: t("plans.notLoaded") }} lines={6} isCard />
        )}
        {isWaiting && checkout.checkout ? (
          <CheckoutWaitingCard checkout={checkout.checkout} onStop={checkout.clear} />
        ) : null}
        {data && isWaiting && awaitedPlan === null ? <PaymentConfirmingCard /> : null}
        {isConfirmed ? <PlanActiveCard subscription={data} backTo={backTo} /> : null}
        {data?.subscription && !isConfirmed && !isWaiting ? (
          <ExistingPlanWarning subscription={data} />
        ) : null}
        {data && !isConfirmed && !isWaiting ? <SettleAlert subscription={data} /> : null}
        {data ? (
          <PlanChoice
            subscription={data}
            checkout={checkout}
            chosen={selectedPlan ?? data.chosenPlan ?? null}
            isWaiting={isWaiting}
            onChoose={choose}
          />
        ) : null}
      </Stack>
    </>
  );
}

/** What an upgrade costs today and later, as the provider works it out. */
function UpgradeCosts(props: { newPlan: PlanName }) {
  const api = useApi();
  const plan = { plan: props.newPlan, price: planPriceText(planByName(props.newPlan)) };
  const { data, error } = useQuery(
    api.plans.previewSubscriptionChange.queryOptions({
      input: { plan: props.newPlan },
      // What is left of the period, and so the price, falls by the second.
      staleTime: 0,
      gcTime: 0,
    }),
  );
  if (error !== null) {
    return (
      <Stack gap="xs">
        <span>{t("plans.change.upgradeText", plan)}</span>
        <Text size="sm" c="var(--mantine-color-error)">
          {apiErrorMessage(error, t("plans.change.notPreviewed"))}
        </Text>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <span>{t("plans.change.starts", plan)}</span>
      <DefinitionList
        items={[
          {
            term: t("plans.change.today"),
            value: data ? (
              <span>{t("plans.change.atMost", { amount: moneyText(data.dueNowCents) })}</span>
            ) : (
              <>
                <Skeleton height={16} width={96} my={4} />
                <span className="visually-hidden">{t("plans.loading")}</span>
              </>
            ),
          },
          data?.nextAt === null
            ? { term: t("plans.change.later"), value: <span>{t("plans.change.endsThen")}</span> }
            : {
                term: data
                  ? t("plans.change.from", { date: momentText(data.nextAt) })
                  : t("plans.change.later"),
                value: (
                  <span>
                    {t("plans.change.monthly", {
                      amount: moneyText(
                        data?.nextAmountCents ?? planByName(props.newPlan).priceCents,
                      ),
                    })}
                  </span>
                ),
              },
        ]}
      />
    </Stack>
  );
}

/** What the change will do, shown before confirming. */
function Consequence(props: { subscription: Subscription; current: PlanName; newPlan: PlanName }) {
  const { subscription, current, newPlan } = props;
  const plan = { plan: newPlan, price: planPriceText(planByName(newPlan)) };
  if (newPlan === current) return <span>{t("plans.change.keepText", plan)}</span>;
  if (!isDowngrade(current, newPlan)) return <UpgradeCosts newPlan={newPlan} />;
  const date = periodEnd(subscription);
  return <span>{t("plans.change.downgradeText", { ...plan, current, date })}</span>;
}

/** The result, shown after the change. */
function outcome(subscription: Subscription, newPlan: PlanName): string {
  if (subscription.subscription === newPlan) return t("plans.change.now", { plan: newPlan });
  if (subscription.nextPlan !== newPlan) return t("plans.change.confirming");
  return t("plans.change.scheduled", { plan: newPlan, date: periodEnd(subscription) });
}

/** Confirms a change to the plan `newPlan`; closed while it is null. */
export function ChangePlanDialog(props: {
  subscription: Subscription;
  current: PlanName;
  newPlan: PlanName | null;
  onClose: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { newPlan, subscription, current } = props;
  const isKept = newPlan === current;
  const changing = useAction(api.plans.changeSubscription.mutationOptions(), {
    place: "plan",
    done: (changed, { plan }) => {
      queryClient.setQueryData(api.plans.readSubscription.queryKey({ input: {} }), changed);
      return { title: t("plans.change.success"), description: outcome(changed, plan) };
    },
    failed: () => t("toasts.profileNotUpdated.title"),
    hint: t("plans.change.failed"),
  });
  const change = async () => newPlan === null || (await changing.run({ plan: newPlan }));
  return (
    <ConfirmDialog
      isOpen={newPlan !== null}
      onClose={props.onClose}
      title={t(isKept ? "plans.change.keepTitle" : "plans.change.title", { plan: newPlan ?? "" })}
      confirmLabel={isKept ? t("plans.change.keep", { plan: current }) : t("plans.change.confirm")}
      onConfirm={change}
    >
      {newPlan === null ? null : (
        <Consequence subscription={subscription} current={current} newPlan={newPlan} />
      )}
    </ConfirmDialog>
  );
}
