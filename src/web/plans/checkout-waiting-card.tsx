/** What the page says while a checkout stands open in another tab. */
import { Button, Card, Group, Loader, Stack, Text, Title } from "@mantine/core";
import ExternalLink from "lucide-react/icons/external-link";
import type { OpenCheckout } from "./subscription-checkout.ts";

/** Says what is waited for, and offers the checkout again and the way out. */
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
                ? `Your browser did not let a new tab open. Open the checkout for the ${plan} plan yourself; this page follows as soon as the payment is confirmed.`
                : `The checkout for the ${plan} plan is open in another tab. Once the payment is confirmed, this page follows by itself; you can leave it open.`}
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
