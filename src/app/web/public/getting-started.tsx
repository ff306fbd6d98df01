import stepClasses from "./getting-started.module.css";
import { t } from "./messages.ts";
import pages from "./public-pages.module.css";

const steps = ["plan", "details", "track"] as const;

export function GettingStarted() {
  return (
    <section className={pages["section"]} aria-labelledby="getting-started">
      <h2 id="getting-started" className={pages["heading"]}>
        {t("public.steps")}
      </h2>
      <p className={pages["lead"]}>{t("public.stepsLead")}</p>
      <ol className={stepClasses["steps"]}>
        {steps.map((step, index) => (
          <li key={step} className={stepClasses["step"]}>
            <span className={stepClasses["number"]} aria-hidden="true">
              {index + 1}
            </span>
            <h3 className={stepClasses["title"]}>{t(`public.stepTitle.${step}`)}</h3>
            <p className={stepClasses["text"]}>{t(`public.stepText.${step}`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
