import { Button, Card, Group, Loader, Stack, Text, Title } from "@mantine/core";
import ExternalLink from "lucide-react/icons/external-link";
import { t } from "./messages.ts";
import type { OpenCheckout } from "./subscription-checkout.ts";

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
