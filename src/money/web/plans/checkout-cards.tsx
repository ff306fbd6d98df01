import { Button, Card, Group, Loader, Stack, Text, Title } from "@mantine/core";
import ExternalLink from "lucide-react/icons/external-link";
import { t } from "#ui/web/i18n/messages.tsx";
import type { OpenCheckout } from "./subscription-payment.tsx";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import CircleCheck from "lucide-react/icons/circle-check";
import type { Subscription } from "#money/contract/plans.ts";
import { weightText } from "#ui/web/figures.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";

/** Shown while a checkout is open in another tab. */
export function CheckoutWaitingCard(props: { checkout: OpenCheckout; onStop: () => void }) {
  const { plan, url, isBlocked } = props.checkout;
  return (
    <Card component="section" aria-live="polite">
      <Group wrap="nowrap" align="flex-start" gap="lg">
        {isBlocked ? null : <Loader size="md" mt={6} aria-hidden="true" />}
        <Stack gap="sm">
          <Stack gap={4}>
            <Title order={2} size="h4">
              {t(isBlocked ? "plans.checkout.blockedTitle" : "plans.checkout.waitingTitle")}
            </Title>
            <Text c="dimmed" size="sm" maw="60ch">
              {t(isBlocked ? "plans.checkout.blockedText" : "plans.checkout.waitingText", { plan })}
            </Text>
          </Stack>
          <Group gap="sm">
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noopener"
              variant={isBlocked ? "filled" : "default"}
              rightSection={<ExternalLink size={15} />}
            >
              {t(isBlocked ? "plans.checkout.open" : "plans.checkout.reopen")}
            </Button>
            <Button variant="subtle" color="gray" onClick={props.onStop}>
              {t("plans.checkout.stopWaiting")}
            </Button>
          </Group>
        </Stack>
      </Group>
    </Card>
  );
}

const slowMilliseconds = 30_000;

/** Shown in the checkout's tab until the plan is active; after 30 s it says that the user can leave the page. */
export function PaymentConfirmingCard() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Card component="section" aria-live="polite">
      <Group wrap="nowrap" align="flex-start" gap="lg">
        <Loader size="md" mt={6} aria-hidden="true" />
        <Stack gap="sm" align="flex-start">
          <Stack gap={4}>
            <Title order={2} size="h4">
              {t("plans.confirming.title")}
            </Title>
            <Text c="dimmed" size="sm" maw="60ch">
              {t(isSlow ? "plans.confirming.slow" : "plans.confirming.text")}
            </Text>
          </Stack>
          {isSlow ? (
            <Button component={Link} to="/dashboard" variant="default">
              {t("plans.goToDashboard")}
            </Button>
          ) : null}
        </Stack>
      </Group>
    </Card>
  );
}

/** @param props.backTo the page on which a plan was missing, where there is one. */
export function PlanActiveCard(props: { subscription: Subscription; backTo: string | null }) {
  const { backTo } = props;
  const hasWarehouse = useHasWarehouse();
  const { subscription, packageQuota, maxWeightGrams } = props.subscription;
  return (
    <Card component="section" aria-live="polite">
      <Group wrap="nowrap" align="flex-start" gap="lg">
        <Text span c="var(--mantine-color-success)" lh={0}>
          <CircleCheck size={32} strokeWidth={1.7} aria-hidden="true" />
        </Text>
        <Stack gap="sm">
          <Stack gap={4}>
            <Title order={2} size="h4">
              {t("plans.planActive", { plan: subscription })}
            </Title>
            <Text
              c="dimmed"
              size="sm"
              maw="60ch"
              className="figures"
              style={{ whiteSpace: "normal" }}
            >
              {t("plans.planActiveText", {
                count: packageQuota,
                weight: weightText(maxWeightGrams),
              })}
            </Text>
            {hasWarehouse && backTo === null ? (
              <Text size="sm" maw="60ch">
                {t("plans.planActiveNext")}
              </Text>
            ) : null}
          </Stack>
          <Group gap="sm">
            {backTo === null ? null : (
              <Button component={Link} to={backTo}>
                {t("plans.goBack")}
              </Button>
            )}
            <Button
              component={Link}
              to="/dashboard"
              variant={backTo === null ? "filled" : "default"}
            >
              {t("plans.goToDashboard")}
            </Button>
            {backTo === null ? (
              <Button component={Link} to="/dashboard/packages/new" variant="default">
                {t("plans.addPackage")}
              </Button>
            ) : null}
          </Group>
        </Stack>
      </Group>
    </Card>
  );
}
