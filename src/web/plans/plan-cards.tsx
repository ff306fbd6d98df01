import Check from "lucide-react/icons/check";
import { plans, type Plan, type PlanName } from "#core/plan.ts";
import { moneyText, weightText } from "#web/ui/figures.tsx";
import { Approximation } from "#web/ui/money-with-approximation.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import classes from "./plan-cards.module.css";

/** A plan's price, without cents if they are zero: `$129`. */
export function planPriceText(plan: Plan): string {
  return moneyText(plan.priceCents).replace(/[.,]00(?=\D*$)/, "");
}

function planLines(plan: Plan): readonly string[] {
  return [
    `${plan.packageQuota} packages per month`,
    `Up to ${weightText(plan.maxWeightGrams)} per package`,
    ...plan.features,
  ];
}

function PlanBadge(props: { plan: Plan; isCurrent: boolean }) {
  if (props.isCurrent) return <StatusBadge label="Current plan" color="green" />;
  return props.plan.isPopular ? <StatusBadge label="Most Popular" color="sea" /> : null;
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
        aria-label={`${plan.name}, ${planPriceText(plan)} per month`}
        aria-describedby={`plan-${plan.name}`}
      />
      <span className={classes["head"]}>
        <span className={classes["name"]}>
          <span className={classes["mark"]}>
            <Check size={13} strokeWidth={3} aria-hidden="true" />
          </span>
          {plan.name}
        </span>
        <PlanBadge plan={plan} isCurrent={props.isCurrent} />
      </span>
      <span className={classes["price"]}>
        <strong>{planPriceText(plan)}</strong> per month
        <Approximation amountCents={plan.priceCents} />
      </span>
      <ul className={classes["features"]} id={`plan-${plan.name}`}>
        {planLines(plan).map((line) => (
          <li key={line}>
            <Check size={16} aria-hidden="true" />
            {line}
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
      <legend className="visually-hidden">Plans</legend>
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
