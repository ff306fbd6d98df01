import Check from "lucide-react/icons/check";
import type { LegStatus } from "#tracking/rules/package-status.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { SeaChart, type ChartLeg } from "#ui/web/sea-chart.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import chartClasses from "./journey-chart.module.css";
import { t } from "./messages.ts";

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

export function JourneyChart() {
  return (
    <figure className={chartClasses["figure"]}>
      <SeaChart legs={legs} label={t("public.journeyMap")} />
      <figcaption className={chartClasses["caption"]}>
        <p className={chartClasses["title"]}>{t("public.journey")}</p>
        <ol className={chartClasses["legs"]}>
          {legs.map((leg, index) => (
            <li key={leg.name} className={chartClasses["leg"]} data-state={leg.state}>
              <span className={chartClasses["mark"]} aria-hidden="true">
                {leg.state === "done" ? <Check size={13} strokeWidth={3} /> : index + 1}
              </span>
              <span className={chartClasses["route"]}>
                <span>{t(`public.journeyRoute.${leg.name}`)}</span>
                <span className={chartClasses["carrier"]}>
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
