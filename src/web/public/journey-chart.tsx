import Check from "lucide-react/icons/check";
import type { LegStatus } from "#core/package-status.ts";
import { statusLabel } from "#web/i18n/labels.ts";
import { SeaChart, type ChartLeg } from "#web/ui/sea-chart.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import classes from "./journey-chart.module.css";

const legs: readonly (ChartLeg & { carrier: string; status: LegStatus })[] = [
  {
    from: "China",
    to: "Hong Kong",
    state: "done",
    carrier: "SF Express",
    status: "delivered",
  },
  {
    from: "Hong Kong",
    to: "Singapore",
    state: "done",
    carrier: "Hong Kong Post",
    status: "delivered",
  },
  {
    from: "Singapore",
    to: "United States",
    state: "moving",
    carrier: "Singapore Post",
    status: "in_transit",
  },
];

export function JourneyChart() {
  return (
    <figure className={classes["figure"]}>
      <SeaChart
        legs={legs}
        label="A map of the Pacific. A package has been shipped from China to Hong Kong and Singapore, and is now on its way to the United States."
      />
      <figcaption className={classes["caption"]}>
        <p className={classes["title"]}>One package, three legs</p>
        <ol className={classes["legs"]}>
          {legs.map((leg, index) => (
            <li key={leg.to} className={classes["leg"]} data-state={leg.state}>
              <span className={classes["mark"]} aria-hidden="true">
                {leg.state === "done" ? <Check size={13} strokeWidth={3} /> : index + 1}
              </span>
              <span className={classes["route"]}>
                {leg.from} → {leg.to}
                <span className={classes["carrier"]}>{leg.carrier}</span>
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
