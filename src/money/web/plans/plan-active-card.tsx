import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import type { Subscription } from "#money/contract/plans.ts";
import { weightText } from "#ui/web/figures.tsx";
import { useHasWarehouse } from "#ui/web/has-warehouse.ts";
import { t } from "./messages.ts";

export function PlanActiveCard(props: { subscription: Subscription }) {
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
            {hasWarehouse ? (
              <Text size="sm" maw="60ch">
                {t("plans.planActiveNext")}
              </Text>
            ) : null}
          </Stack>
          <Group gap="sm">
            <Button component={Link} to="/dashboard">
              {t("plans.goToDashboard")}
            </Button>
            <Button component={Link} to="/dashboard/packages/new" variant="default">
              {t("plans.addPackage")}
            </Button>
          </Group>
        </Stack>
      </Group>
    </Card>
  );
}
