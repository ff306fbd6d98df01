import { Button, Card, Group, Loader, Stack, Text, Title } from "@mantine/core";
import ExternalLink from "lucide-react/icons/external-link";
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
              {isBlocked ? "Your checkout is ready" : "Waiting for your payment"}
            </Title>
            <Text c="dimmed" size="sm" maw="60ch">
              {isBlocked
                ? `Your browser blocked the new tab. Use the button below to open the checkout for the ${plan} plan. This page updates once the payment is confirmed.`
                : `The checkout for the ${plan} plan is open in another tab. This page updates once the payment is confirmed.`}
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
              {isBlocked ? "Open checkout" : "Reopen checkout"}
            </Button>
            <Button variant="subtle" color="gray" onClick={props.onStop}>
              Stop waiting
            </Button>
          </Group>
        </Stack>
      </Group>
    </Card>
  );
}
