import Check from "lucide-react/icons/check";
import { Link } from "react-router";
import { plans, type Plan } from "#core/plan.ts";
import { planFeatureLabel } from "#web/i18n/labels.ts";
import { weightText } from "#web/ui/figures.tsx";
import { pageMeta } from "./page-meta.ts";
import classes from "./pricing-page.module.css";
import pages from "./public-pages.module.css";

export function meta() {
  return pageMeta({
    title: "Pricing",
    description:
      "Three monthly plans: Basic, Super and Premium. Service and handling included; freight is charged from your wallet at courier cost.",
    path: "/pricing",
  });
}

function PlanCard(props: { plan: Plan }) {
  const { plan } = props;
  const buttonClass = plan.isPopular ? pages["primary"] : pages["secondary"];
  return (
    <li className={classes["card"]} data-popular={plan.isPopular}>
      <div className={classes["head"]}>
        <h2 className={classes["name"]}>{plan.name}</h2>
        {plan.isPopular ? <span className={classes["popular"]}>Most Popular</span> : null}
      </div>
      <p className={classes["price"]}>
        <strong>${plan.priceCents / 100}</strong> per month
      </p>
      <ul className={classes["features"]}>
        {[
          `${plan.packageQuota} packages per month`,
          `Up to ${weightText(plan.maxWeightGrams)} per package`,
          ...plan.features.map(planFeatureLabel),
        ].map((feature) => (
          <li key={feature}>
            <Check size={17} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <Link
        to={`/register?plan=${plan.name.toLowerCase()}`}
        className={`${buttonClass} ${pages["signedOutOnly"]}`}
      >
        Choose {plan.name}
      </Link>
      <Link
        to={`/dashboard/upgrade?plan=${plan.name.toLowerCase()}`}
        className={`${buttonClass} ${pages["signedInOnly"]}`}
      >
        Choose {plan.name}
      </Link>
    </li>
  );
}

export default function PricingPage() {
  return (
    <section className={pages["section"]}>
      <h1 className={classes["title"]}>Plans for every shopper</h1>
      <p className={pages["lead"]}>
        One monthly fee for service and handling. Change or cancel at any time.
      </p>
      <ul className={classes["cards"]}>
        {plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </ul>
      <aside className={classes["note"]} aria-label="What the fee covers">
        <h2 className={classes["noteTitle"]}>What the fee covers</h2>
        <p>
          Plan fees cover service and handling only, with no insurance. Freight is charged from your
          wallet at courier cost via the best route. Funds are available immediately after a
          deposit.
        </p>
        <p>Monthly billing cycle. All plans include real-time tracking and service and handling.</p>
      </aside>
    </section>
  );
}
