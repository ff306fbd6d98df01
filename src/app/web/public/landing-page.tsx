import { Link } from "react-router";
import { costAddress } from "#platform/rules/page-addresses.ts";
import { answerHours } from "#office/rules/case.ts";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { publicPath, RichText, t } from "#ui/web/i18n/messages.tsx";
import classes from "./landing-page.module.css";
import { pageMeta, WithWarehouse } from "./public-page.tsx";
import pages from "./public-pages.module.css";
import BadgeCheck from "lucide-react/icons/badge-check";
import Boxes from "lucide-react/icons/boxes";
import FileCheck from "lucide-react/icons/file-check";
import Globe from "lucide-react/icons/globe";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Wallet from "lucide-react/icons/wallet";
import Check from "lucide-react/icons/check";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { SeaChart, type ChartLeg } from "#ui/web/sea-chart.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";

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
            <p className={pages["lead"]}>
              <WithWarehouse otherwise={<span>{t("public.lead")}</span>}>
                <span>{t("public.leadWithWarehouse")}</span>
              </WithWarehouse>
            </p>
            <div className={pages["actions"]}>
              <Link to="/register" className={pages["primary"]}>
                {t("public.getStarted")}
              </Link>
              <Link to={publicPath("/pricing")} reloadDocument className={pages["secondary"]}>
                {t("public.viewPricing")}
              </Link>
            </div>
            <WithWarehouse>
              <Answers />
            </WithWarehouse>
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

/** What it costs to the door, and who answers when. */
function Answers() {
  // The server replaces the placeholder with the price to the visitor's country; a page that the browser renders has the link.
  const price = import.meta.env.SSR
    ? "%ARTICLE%"
    : `<a href="${costAddress}">${t("public.costQuestion")}</a>`;
  return (
    <ul className={classes["answers"]}>
      <li dangerouslySetInnerHTML={{ __html: price }} suppressHydrationWarning />
      <li>
        <span>
          <RichText
            id="public.answerTime"
            values={{ hours: answerHours(null), premiumHours: answerHours("Premium") }}
            components={{ strong: <strong /> }}
          />
        </span>
        {sentenceGap()}
        <a href={publicPath("/help#who-answers")}>{t("public.answerLink")}</a>
      </li>
    </ul>
  );
}

const features = [
  { name: "assistant", icon: <ShoppingBag size={22} />, differs: true },
  { name: "consolidation", icon: <Boxes size={22} />, differs: true },
  { name: "verification", icon: <BadgeCheck size={22} />, differs: true },
  { name: "customs", icon: <FileCheck size={22} />, differs: false },
  { name: "forwarding", icon: <Globe size={22} />, differs: true },
  { name: "wallet", icon: <Wallet size={22} />, differs: false },
] as const;

/** What a feature does for visitors, with a warehouse where that differs. */
function FeatureText({ feature }: { feature: (typeof features)[number] }) {
  const text = t(`public.featureText.${feature.name}`);
  if (!feature.differs) return <span>{text}</span>;
  return (
    <WithWarehouse otherwise={<span>{text}</span>}>
      <span>{t(`public.featureWithWarehouse.${feature.name}`)}</span>
    </WithWarehouse>
  );
}

function Features() {
  return (
    <section className={pages["section"]} aria-labelledby="features">
      <h2 id="features" className={pages["heading"]}>
        {t("public.features")}
      </h2>
      <WithWarehouse otherwise={<p className={pages["lead"]}>{t("public.featuresLead")}</p>}>
        {null}
      </WithWarehouse>
      <ul className={classes["featureGrid"]}>
        {features.map((feature) => (
          <li key={feature.name} className={classes["feature"]}>
            <span className={classes["featureIcon"]} aria-hidden="true">
              {feature.icon}
            </span>
            <h3 className={classes["featureTitle"]}>{t(`public.featureTitle.${feature.name}`)}</h3>
            <p className={classes["featureText"]}>
              <FeatureText feature={feature} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const steps = ["plan", "details", "track"] as const;

function GettingStarted() {
  return (
    <section className={pages["section"]} aria-labelledby="getting-started">
      <h2 id="getting-started" className={pages["heading"]}>
        {t("public.steps")}
      </h2>
      <WithWarehouse otherwise={<p className={pages["lead"]}>{t("public.stepsLead")}</p>}>
        {null}
      </WithWarehouse>
      <ol className={classes["startSteps"]}>
        {steps.map((step, index) => (
          <li key={step} className={classes["startStep"]}>
            <span className={classes["startNumber"]} aria-hidden="true">
              {index + 1}
            </span>
            <h3 className={classes["startTitle"]}>{t(`public.stepTitle.${step}`)}</h3>
            <p className={classes["startText"]}>
              <WithWarehouse otherwise={<span>{t(`public.stepText.${step}`)}</span>}>
                <span>{t(`public.stepWithWarehouse.${step}`)}</span>
              </WithWarehouse>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Leg = ChartLeg & { name: "first" | "second" | "third"; status: LegStatus };

const legs: readonly Leg[] = [
  {
    from: "China",
    to: "Hong Kong",
    state: "done",
    name: "first",
    status: "delivered",
  },
  {
    from: "Hong Kong",
    to: "Singapore",
    state: "done",
    name: "second",
    status: "delivered",
  },
  {
    from: "Singapore",
    to: "United States",
    state: "moving",
    name: "third",
    status: "in_transit",
  },
];

function JourneyChart() {
  return (
    <figure className={classes["journeyFigure"]}>
      <SeaChart legs={legs} label={t("public.journeyMap")} />
      <figcaption className={classes["caption"]}>
        <p className={classes["journeyTitle"]}>{t("public.journey")}</p>
        <ol className={classes["journeyLegs"]}>
          {legs.map((leg, index) => (
            <li key={leg.name} className={classes["journeyLeg"]} data-state={leg.state}>
              <span className={classes["journeyMark"]} aria-hidden="true">
                {leg.state === "done" ? <Check size={13} strokeWidth={3} /> : index + 1}
              </span>
              <span className={classes["route"]}>
                <span>{t(`public.journeyRoute.${leg.name}`)}</span>
                <span className={classes["journeyCarrier"]}>
                  {t(`public.journeyCarrier.${leg.name}`)}
                </span>
              </span>
              <StatusBadge
                label={statusLabel(leg.status)}
                color={leg.state === "done" ? "green" : "vermilion"}
                size="sm"
              />
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}

function SignUpBanner() {
  return (
    <section className={`${pages["section"]} ${pages["signedOutOnly"]}`}>
      <div className={classes["banner"]}>
        <div>
          <h2 className={classes["bannerTitle"]}>{t("public.banner")}</h2>
          <p className={classes["bannerText"]}>{t("public.bannerText")}</p>
        </div>
        <Link to="/register" className={`${pages["primary"]} ${classes["button"]}`}>
          {t("public.signUpNow")}
        </Link>
      </div>
    </section>
  );
}
