import Check from "lucide-react/icons/check";
import { plans, type Plan } from "#catalogue/rules/plan.ts";
import { planFeatureLabel } from "./plan-feature-label.ts";
import { moneyText, weightText } from "#ui/web/figures.tsx";
import { Approximation } from "#catalogue/web/ui/money-with-approximation.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import classes from "./plan-cards.module.css";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { Group, Stack, Text } from "@mantine/core";

/** A plan's price, without cents if they are zero: `$129`. */
export function planPriceText(plan: Plan): string {
  return moneyText(plan.priceCents).replace(/[.,]00(?=\D*$)/, "");
}

function planLines(plan: Plan): readonly string[] {
  return [
    t("plans.allowance", { count: plan.packageQuota }),
    t("plans.weightPerPackage", { weight: weightText(plan.maxWeightGrams) }),
    ...plan.features.map(planFeatureLabel),
  ];
}

function PlanBadge(props: { plan: Plan; isCurrent: boolean }) {
  if (props.isCurrent) return <StatusBadge label={t("plans.current")} color="green" />;
  return props.plan.isPopular ? <StatusBadge label={t("plans.mostPopular")} color="sea" /> : null;
}

function PlanCard(props: {
  plan: Plan;
  isCurrent: boolean;
  isChosen: boolean;
  onChoose: (name: PlanName) => void;
}) {
  const { plan } = props;
  return (
    <label className={classes["card"]}>
      <input
        type="radio"
        name="plan"
        value={plan.name}
        checked={props.isChosen}
        onChange={() => props.onChoose(plan.name)}
        className={classes["radio"]}
        aria-label={t("plans.priceLabel", { plan: plan.name, price: planPriceText(plan) })}
        aria-describedby={`plan-${plan.name}`}
      />
      <span className={classes["head"]}>
        <span className={classes["name"]}>
          <span className={classes["mark"]}>
            <Check size={13} strokeWidth={3} aria-hidden="true" />
          </span>
          <span>{plan.name}</span>
        </span>
        <PlanBadge plan={plan} isCurrent={props.isCurrent} />
      </span>
      <span className={classes["price"]}>
        <RichText
          id="plans.price"
          values={{ price: planPriceText(plan) }}
          components={{ strong: <strong /> }}
        />
        <Approximation amountCents={plan.priceCents} />
      </span>
      <ul className={classes["features"]} id={`plan-${plan.name}`}>
        {planLines(plan).map((line) => (
          <li key={line}>
            <Check size={16} aria-hidden="true" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </label>
  );
}

/** A radio group of the plans; `current` is marked. */
export function PlanCards(props: {
  current: PlanName | null;
  chosen: PlanName | null;
  onChoose: (name: PlanName) => void;
}) {
  return (
    <fieldset className={classes["cards"]}>
      <legend className="visually-hidden">{t("plans.plans")}</legend>
      {plans.map((plan) => (
        <PlanCard
          key={plan.name}
          plan={plan}
          isCurrent={plan.name === props.current}
          isChosen={plan.name === props.chosen}
          onChoose={props.onChoose}
        />
      ))}
    </fieldset>
  );
}

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
