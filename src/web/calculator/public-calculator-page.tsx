import { brandName } from "#core/brand.ts";
import { Comparison } from "./comparison/comparison.tsx";
import { t } from "./comparison/messages.ts";
import classes from "./public-calculator.module.css";

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
      <Comparison title={t("comparison.form")} weight="" country="" />
    </section>
  );
}
