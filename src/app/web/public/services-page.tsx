import Boxes from "lucide-react/icons/boxes";
import Globe from "lucide-react/icons/globe";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Wallet from "lucide-react/icons/wallet";
import { Link } from "react-router";
import { costAddress } from "#platform/rules/page-addresses.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { pageMeta, WithWarehouse } from "./public-page.tsx";
import classes from "./public-pages.module.css";

export function meta() {
  return pageMeta({
    title: t("public.services"),
    description: t("public.servicesDescription"),
    path: "/services",
  });
}

const services = [
  {
    name: "assistant",
    icon: <ShoppingBag size={26} />,
    points: ["orders", "verification", "oneAddress"],
  },
  {
    name: "consolidation",
    icon: <Boxes size={26} />,
    points: ["photos", "finalWeight", "handling"],
  },
  { name: "forwarding", icon: <Globe size={26} />, points: ["legs", "customs", "airAndSurface"] },
  { name: "wallet", icon: <Wallet size={26} />, points: ["deposits", "immediate", "noMarkup"] },
] as const;

type Service = (typeof services)[number];

function ServiceText({ name }: Pick<Service, "name">) {
  return (
    <WithWarehouse otherwise={<span>{t(`public.serviceText.${name}`)}</span>}>
      <span>{t(`public.serviceWithWarehouse.${name}`)}</span>
    </WithWarehouse>
  );
}

function ServicePoint({ point }: { point: Service["points"][number] }) {
  const item = <li>{t(`public.servicePoint.${point}`)}</li>;
  return point === "oneAddress" ? <WithWarehouse>{item}</WithWarehouse> : item;
}

export default function ServicesPage() {
  return (
    <section className={classes["section"]}>
      <h1 className={classes["pageTitle"]}>{t("public.servicesTitle")}</h1>
      <p className={classes["lead"]}>{t("public.servicesLead")}</p>
      <ul className={classes["blocks"]}>
        {services.map(({ name, icon, points }) => (
          <li key={name} className={classes["block"]}>
            <span className={classes["serviceIcon"]} aria-hidden="true">
              {icon}
            </span>
            <div>
              <h2 className={classes["serviceName"]}>{t(`public.serviceTitle.${name}`)}</h2>
              <p className={classes["serviceText"]}>
                <ServiceText name={name} />
              </p>
              {name === "assistant" ? (
                <p className={classes["signedInOnly"]}>
                  <a href="/dashboard/messages/new?order" className={classes["link"]}>
                    {t("public.helpMeOrder")}
                  </a>
                </p>
              ) : null}
            </div>
            <ul className={classes["points"]}>
              {points.map((point) => (
                <ServicePoint key={point} point={point} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <div className={classes["foot"]}>
        <Link to="/register" className={`${classes["primary"]} ${classes["signedOutOnly"]}`}>
          {t("public.getStarted")}
        </Link>
        <Link to="/dashboard" className={`${classes["primary"]} ${classes["signedInOnly"]}`}>
          {t("public.goToDashboard")}
        </Link>
        <WithWarehouse>
          <p className={`${classes["lead"]} ${classes["calculator"]}`}>
            <a href={costAddress} className={classes["link"]}>
              {t("public.compareCosts")}
            </a>
          </p>
        </WithWarehouse>
      </div>
    </section>
  );
}
