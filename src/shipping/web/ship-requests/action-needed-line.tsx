import { useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "react-router";
import type { ShipRequestSummary } from "#shipping/contract/ship-requests.ts";
import { useApi } from "#shipping/web/api.ts";
import classes from "./action-needed.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

function lineFor({ id, waitingReason }: ShipRequestSummary, total: number) {
  if (total > 1) {
    return {
      text: t("ship-request-summaries.waitingCount", { count: total }),
      act: t("ship-request-summaries.showWaiting"),
      to: "/dashboard/parcels",
    };
  }
  return {
    text: waitingReason === null ? "" : t(`ship-request-summaries.waiting.${waitingReason}`),
    act: t(`ship-request-summaries.act.${waitingReason ?? "price"}`),
    to: `/dashboard/ship-requests/${id}`,
  };
}

/** One line while a ship request waits for the customer; nothing otherwise. */
export function ActionNeededLine() {
  const { data } = useQuery(
    useApi().shipRequests.listShipRequests.queryOptions({
      input: { group: "waiting", pageSize: 1 },
    }),
  );
  const [first] = data?.items ?? [];
  if (data === undefined || first === undefined) return null;
  const { text, act, to } = lineFor(first, data.total);
  return (
    <Link to={to} className={classes["line"] ?? ""}>
      <strong>{t("ship-request-summaries.actionNeeded")}</strong>
      <span className={classes["lineText"]}>{text}</span>
      <span className={classes["act"]}>
        <span>{act}</span>
        <ChevronRight size={16} aria-hidden="true" />
      </span>
    </Link>
  );
}
