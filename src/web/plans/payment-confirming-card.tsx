/** What the tab of the checkout says after the payment, until the plan is active. */
import { Button, Card, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";

const longMilliseconds = 30_000;

/** Says that the payment is being confirmed; after half a minute, that nobody has to wait here. */
export function PaymentConfirmingCard() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Card component="section" aria-live="polite">
      <Group wrap="nowrap" align="flex-start" gap="lg">
        <Loader size="md" mt={6} aria-hidden="true" />
        <Stack gap="sm" align="flex-start">
          <Stack gap={4}>
            <Title order={2} size="h4">
              Your payment is being confirmed
            </Title>
            <Text c="dimmed" size="sm" maw="60ch">
              {isLong
                ? "This takes longer than usual. You need not wait here: your plan starts as soon as the payment is confirmed, and we tell you by email."
                : "This usually takes a few seconds. Your plan starts by itself."}
            </Text>
          </Stack>
          {isLong ? (
            <Button component={Link} to="/dashboard" variant="default">
              Go to Dashboard
            </Button>
          ) : null}
        </Stack>
      </Group>
    </Card>
  );
}
