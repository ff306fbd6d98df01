import { brandName } from "#platform/rules/brand.ts";
import { CalculatorBelow } from "./calculator.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "#catalogue/web/calculator/calculator.module.css";

export function meta() {
  return [
    { title: `${t("calculator.title")} · ${brandName}` },
    { name: "description", content: t("calculator.description") },
    { tagName: "link", rel: "canonical", href: "%PUBLIC_URL%/calculator" },
  ];
}

/** The calculator for visitors. */
export default function PublicCalculatorPage() {
  return (
    <section className={classes["page"]}>
      <h1 className={classes["pageTitle"]}>{t("calculator.title")}</h1>
      <p className={classes["pageLead"]}>{t("calculator.description")}</p>
      <CalculatorBelow />
    </section>
  );
}
