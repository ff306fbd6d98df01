import { Button, Card, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { t } from "./messages.ts";

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
