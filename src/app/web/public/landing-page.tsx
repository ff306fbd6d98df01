import { Link } from "react-router";
import { publicPath } from "#ui/web/i18n/messages.tsx";
import { Features } from "./features.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { JourneyChart } from "./journey-chart.tsx";
import classes from "./landing-page.module.css";
import { RichText, t } from "./messages.ts";
import { pageMeta } from "./page-meta.ts";
import pages from "./public-pages.module.css";
import { SignUpBanner } from "./sign-up-banner.tsx";

export function meta() {
  return pageMeta({
    title: t("public.metaTitle"),
    description: t("public.metaDescription"),
    path: "/",
  });
}

export default function LandingPage() {
  return (
    <>
      <section className={classes["hero"]}>
        <div className={classes["words"]}>
          <h1 className={classes["title"]}>
            <RichText
              id="public.headline"
              components={{ whole: <span className={classes["whole"]} /> }}
            />
          </h1>
          <div className={classes["aside"]}>
            <p className={pages["lead"]}>{t("public.lead")}</p>
            <div className={pages["actions"]}>
              <Link to="/register" className={pages["primary"]}>
                {t("public.getStarted")}
              </Link>
              <Link to={publicPath("/pricing")} reloadDocument className={pages["secondary"]}>
                {t("public.viewPricing")}
              </Link>
            </div>
          </div>
        </div>
        <JourneyChart />
      </section>
      <Features />
      <GettingStarted />
      <SignUpBanner />
    </>
  );
}
