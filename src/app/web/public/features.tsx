import BadgeCheck from "lucide-react/icons/badge-check";
import Boxes from "lucide-react/icons/boxes";
import FileCheck from "lucide-react/icons/file-check";
import Globe from "lucide-react/icons/globe";
import ShoppingBag from "lucide-react/icons/shopping-bag";
import Wallet from "lucide-react/icons/wallet";
import featureClasses from "./features.module.css";
import { t } from "./messages.ts";
import pages from "./public-pages.module.css";

const features = [
  { name: "assistant", icon: <ShoppingBag size={22} /> },
  { name: "consolidation", icon: <Boxes size={22} /> },
  { name: "verification", icon: <BadgeCheck size={22} /> },
  { name: "customs", icon: <FileCheck size={22} /> },
  { name: "forwarding", icon: <Globe size={22} /> },
  { name: "wallet", icon: <Wallet size={22} /> },
] as const;

export function Features() {
  return (
    <section className={pages["section"]} aria-labelledby="features">
      <h2 id="features" className={pages["heading"]}>
        {t("public.features")}
      </h2>
      <p className={pages["lead"]}>{t("public.featuresLead")}</p>
      <ul className={featureClasses["grid"]}>
        {features.map(({ name, icon }) => (
          <li key={name} className={featureClasses["feature"]}>
            <span className={featureClasses["icon"]} aria-hidden="true">
              {icon}
            </span>
            <h3 className={featureClasses["title"]}>{t(`public.featureTitle.${name}`)}</h3>
            <p className={featureClasses["text"]}>{t(`public.featureText.${name}`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
