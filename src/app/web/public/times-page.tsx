import { t } from "#ui/web/i18n/messages.tsx";
import { pageMeta } from "./public-page.tsx";
import pages from "./public-pages.module.css";
import classes from "./times-page.module.css";

export function meta() {
  return pageMeta({
    title: t("public.times"),
    description: t("public.timesDescription"),
    path: "/times",
  });
}

// The server replaces the placeholder with what was measured, or with why there is nothing yet.
const lanes = { __html: "%ARTICLE%" };

/** How long parcels took on each lane. */
export default function TimesPage() {
  return (
    <section className={pages["section"]}>
      <h1 className={pages["pageTitle"]}>{t("public.times")}</h1>
      <p className={pages["lead"]}>{t("public.timesLead")}</p>
      <div className={classes["lanes"]} dangerouslySetInnerHTML={lanes} suppressHydrationWarning />
      <aside className={classes["how"]} aria-label={t("public.timesHow")}>
        <h2>{t("public.timesHow")}</h2>
        <p>{t("public.timesHowText")}</p>
      </aside>
    </section>
  );
}
