import Calculator from "lucide-react/icons/calculator";
import Package from "lucide-react/icons/package";
import PackagePlus from "lucide-react/icons/package-plus";
import Route from "lucide-react/icons/route";
import Wallet from "lucide-react/icons/wallet";
import { Link } from "react-router";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./packages.module.css";

const actions = [
  {
    label: "packages.myPackages",
    note: "packages.quick.myPackages",
    to: "/dashboard/packages",
    icon: <Package size={20} />,
  },
  {
    label: "packages.newPackage",
    note: "packages.quick.newPackage",
    to: "/dashboard/packages/new",
    icon: <PackagePlus size={20} />,
  },
  {
    label: "packages.quick.track",
    note: "packages.quick.trackNote",
    to: "/dashboard/track",
    icon: <Route size={20} />,
  },
  {
    label: "packages.shippingCalculator",
    note: "packages.quick.calculator",
    to: "/dashboard/shipping-calculator",
    icon: <Calculator size={20} />,
  },
  {
    label: "common.wallet",
    note: "packages.quick.wallet",
    to: "/dashboard/wallet",
    icon: <Wallet size={20} />,
  },
] as const;

export function QuickActionsCard() {
  return (
    <SectionCard title={t("packages.dashboard.quickActions")}>
      <ul className={`plain-list ${classes["actions"]}`}>
        {actions.map((action) => (
          <li key={action.to}>
            <Link to={action.to} className={classes["action"]}>
              <span className={classes["icon"]} aria-hidden="true">
                {action.icon}
              </span>
              <span className={classes["label"]}>{t(action.label)}</span>
              <span className={classes["note"]}>{t(action.note)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
