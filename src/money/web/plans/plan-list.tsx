import { Group, Stack, Text } from "@mantine/core";
import { plans } from "#catalogue/rules/plan.ts";
import { weightText } from "#ui/web/figures.tsx";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { RichText, t } from "./messages.ts";
import { planPriceText } from "./plan-cards.tsx";

export function PlanList() {
  return (
    <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: "none" }}>
      {plans.map((plan) => (
        <Group
          key={plan.name}
          component="li"
          justify="space-between"
          wrap="nowrap"
          py="sm"
          style={{ borderBottom: "1px solid var(--line)" }}
        >
          <Stack gap={0}>
            <Text fw={600}>{plan.name}</Text>
            <Text size="sm" c="dimmed" className="figures" style={{ whiteSpace: "normal" }}>
              {t("plans.allowanceAndWeight", {
                count: plan.packageQuota,
                weight: weightText(plan.maxWeightGrams),
              })}
            </Text>
          </Stack>
          <Text span fw={600} ta="right" className="figures">
            <RichText
              id="plans.priceShort"
              values={{ price: planPriceText(plan) }}
              components={{ unit: <Text span size="sm" fw={400} c="dimmed" /> }}
            />
            <Approximation amountCents={plan.priceCents} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
