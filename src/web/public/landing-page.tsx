import { Link } from "react-router";
import { publicPath } from "#web/i18n/messages.tsx";
import { Features } from "./features.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { JourneyChart } from "./journey-chart.tsx";
import classes from "./landing-page.module.css";
import { pageMeta } from "./page-meta.ts";
import pages from "./public-pages.module.css";
import { SignUpBanner } from "./sign-up-banner.tsx";

export function meta() {
  return pageMeta({
    title: "Simplified Global Shipping",
    description:
      "Shop on Chinese e-commerce platforms, ship to Hong Kong, and have your packages forwarded to your door with real-time tracking and a prepaid wallet.",
    path: "/",
  });
}

export default function LandingPage() {
  return (
    <>
      <section className={classes["hero"]}>
        <div className={classes["words"]}>
          <h1 className={classes["title"]}>
            Simplified Global Shipping for Your <span className={classes["whole"]}>E-commerce</span>{" "}
            Needs
          </h1>
          <div className={classes["aside"]}>
            <p className={pages["lead"]}>
              Shop on Chinese platforms, ship to our consolidation point in Hong Kong, and follow
              every leg until the package is at your door.
            </p>
            <div className={pages["actions"]}>
              <Link to="/register" className={pages["primary"]}>
                Get Started
              </Link>
              <Link to={publicPath("/pricing")} reloadDocument className={pages["secondary"]}>
                View Pricing
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
