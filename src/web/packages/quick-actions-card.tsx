import Calculator from "lucide-react/icons/calculator";
import Package from "lucide-react/icons/package";
import PackagePlus from "lucide-react/icons/package-plus";
import Route from "lucide-react/icons/route";
import Wallet from "lucide-react/icons/wallet";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { SectionCard } from "#web/ui/section-card.tsx";
import classes from "./quick-actions-card.module.css";

const actions: readonly { label: string; note: string; to: string; icon: ReactNode }[] = [
  {
    label: "My Packages",
    note: "View all packages",
    to: "/dashboard/packages",
    icon: <Package size={20} />,
  },
  {
    label: "New Package",
    note: "Register a purchase",
    to: "/dashboard/packages/new",
    icon: <PackagePlus size={20} />,
  },
  {
    label: "Track Shipment",
    note: "Track with a carrier",
    to: "/dashboard/track",
    icon: <Route size={20} />,
  },
  {
    label: "Shipping Calculator",
    note: "Estimate shipping costs",
    to: "/dashboard/shipping-calculator",
    icon: <Calculator size={20} />,
  },
  {
    label: "Wallet",
    note: "Balance and history",
    to: "/dashboard/wallet",
    icon: <Wallet size={20} />,
  },
];

export function QuickActionsCard() {
  return (
    <SectionCard title="Quick Actions">
      <ul className={classes["actions"]}>
        {actions.map((action) => (
          <li key={action.to}>
            <Link to={action.to} className={classes["action"]}>
              <span className={classes["icon"]} aria-hidden="true">
                {action.icon}
              </span>
              <span className={classes["label"]}>{action.label}</span>
              <span className={classes["note"]}>{action.note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
