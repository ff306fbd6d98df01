import { lazy } from "react";
import { brandName } from "#core/brand.ts";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { t } from "./comparison/messages.ts";
import classes from "./public-calculator.module.css";

const Comparison = lazy(async () => ({
  default: (await import("./comparison/comparison.tsx")).Comparison,
}));

export function meta() {
  return [
    { title: `${t("comparison.title")} · ${brandName}` },
    { name: "description", content: t("comparison.publicLead") },
    { tagName: "link", rel: "canonical", href: "%PUBLIC_URL%/calculator" },
  ];
}

/** All services for a parcel, for visitors. */
export default function PublicCalculatorPage() {
  return (
    <section className={classes["page"]}>
      <h1 className={classes["title"]}>{t("comparison.title")}</h1>
      <p className={classes["lead"]}>{t("comparison.publicLead")}</p>
      <LazyPart fallback={<LoadingCard lines={8} />}>
        <Comparison title={t("comparison.form")} weight="" country="" />
      </LazyPart>
    </section>
  );
}
