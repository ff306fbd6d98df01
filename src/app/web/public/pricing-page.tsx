import Check from "lucide-react/icons/check";
import { Link } from "react-router";
import { plans, type Plan, type PlanFeature } from "#catalogue/rules/plan.ts";
import { planFeatureLabel } from "#money/web/plans/plan-feature-label.ts";
import { answerHours } from "#office/rules/case.ts";
import { readerLocale, weightText } from "#ui/web/figures.tsx";
import { costAddress } from "#platform/rules/page-addresses.ts";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { pageMeta, WithWarehouse } from "./public-page.tsx";
import classes from "./pricing-page.module.css";
import pages from "./public-pages.module.css";

export function meta() {
  return pageMeta({
    title: t("public.pricing"),
    description: t("public.pricingDescription"),
    path: "/pricing",
  });
}

// The server replaces the placeholder with what else has a price today.
const fees = { __html: "%ARTICLE%" };

function isSupport(feature: PlanFeature): boolean {
  return feature.endsWith("_support");
}

/** The specified words, and by when staff answer beside those of support. */
function Feature(props: { plan: Plan; feature: PlanFeature }) {
  const { plan, feature } = props;
  return (
    <span>
      <span>{planFeatureLabel(feature)}</span>
      {isSupport(feature) ? (
        <span className={classes["answer"]}>
          {t("public.answerWithin", { hours: answerHours(plan.name) })}
        </span>
      ) : null}
    </span>
  );
}

function PlanCard(props: { plan: Plan }) {
  const { plan } = props;
  const buttonClass = plan.isPopular ? pages["primary"] : pages["secondary"];
  return (
    <li className={classes["card"]} data-popular={plan.isPopular}>
      <div className={classes["head"]}>
        <h2 className={classes["name"]}>{plan.name}</h2>
        {plan.isPopular ? (
          <span className={classes["popular"]}>{t("public.mostPopular")}</span>
        ) : null}
      </div>
      <p className={classes["price"]}>
        <RichText
          id="public.pricePerMonth"
          values={{ dollars: (plan.priceCents / 100).toLocaleString(readerLocale()) }}
          components={{ amount: <strong /> }}
        />
      </p>
      <ul className={classes["features"]}>
        {[
          t("public.packagesPerMonth", { count: plan.packageQuota }),
          t("public.weightPerPackage", { weight: weightText(plan.maxWeightGrams) }),
        ].map((text) => (
          <li key={text}>
            <Check size={17} aria-hidden="true" />
            <span>{text}</span>
          </li>
        ))}
        {plan.features.map((feature) => (
          <li key={feature}>
            <Check size={17} aria-hidden="true" />
            <Feature plan={plan} feature={feature} />
          </li>
        ))}
      </ul>
      <Link
        to={`/register?plan=${plan.name.toLowerCase()}`}
        className={`${buttonClass} ${pages["signedOutOnly"]}`}
      >
        {t("public.choosePlan", { plan: plan.name })}
      </Link>
      <Link
        to={`/dashboard/upgrade?plan=${plan.name.toLowerCase()}`}
        className={`${buttonClass} ${pages["signedInOnly"]}`}
      >
        {t("public.choosePlan", { plan: plan.name })}
      </Link>
    </li>
  );
}

export default function PricingPage() {
  return (
    <section className={pages["section"]}>
      <h1 className={pages["pageTitle"]}>{t("public.pricingTitle")}</h1>
      <p className={pages["lead"]}>{t("public.pricingLead")}</p>
      <ul className={classes["cards"]}>
        {plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </ul>
      <aside className={classes["note"]} aria-label={t("public.feeCovers")}>
        <h2 className={classes["noteTitle"]}>{t("public.feeCovers")}</h2>
        <p>{t("public.feeCoversText")}</p>
        <p>{t("public.allPlans")}</p>
        <WithWarehouse>
          <p>
            <a href={costAddress} className={pages["link"]}>
              {t("public.compareCosts")}
            </a>
          </p>
        </WithWarehouse>
      </aside>
      <aside className={classes["fees"]} aria-label={t("public.feesTitle")}>
        <h2 className={classes["noteTitle"]}>{t("public.feesTitle")}</h2>
        <div
          className={classes["feeList"]}
          dangerouslySetInnerHTML={fees}
          suppressHydrationWarning
        />
      </aside>
    </section>
  );
}
