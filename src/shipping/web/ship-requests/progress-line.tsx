import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { ShipRequestState } from "#goods/rules/ship-request-states.ts";
import { t } from "./messages.ts";
import classes from "./progress-line.module.css";

const steps = [
  "requested",
  "packing",
  "packed",
  "accepted",
  "labelled",
  "handed_over",
] as const satisfies readonly ShipRequestState[];

/** The steps of a request, with waiting in its place while it waits. */
function stepsOf({
  state,
  waitingReason,
}: Pick<ShipRequest, "state" | "waitingReason">): readonly ShipRequestState[] {
  if (state !== "waiting_for_customer") return steps;
  // A parcel that is missing stops the packing; everything else waits for the packed box.
  const after = waitingReason === "missing" ? "packing" : "packed";
  const at = steps.indexOf(after) + 1;
  return [...steps.slice(0, at), state, ...steps.slice(at)];
}

/** Where a request stands, as a line of steps. */
export function ProgressLine(props: { request: ShipRequest }) {
  const { request } = props;
  const shown = stepsOf(request);
  const current = shown.indexOf(request.state);
  return (
    <ol className={classes["steps"]} aria-label={t("ship-requests.progress")}>
      {shown.map((step, index) => (
        <li
          key={step}
          className={classes["step"]}
          data-place={index < current ? "past" : index === current ? "current" : "next"}
          aria-current={index === current ? "step" : undefined}
        >
          <span>{t(`ship-request-summaries.state.${step}`)}</span>
          {index < current ? (
            <span className="visually-hidden">{t("ship-requests.progress.done")}</span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
