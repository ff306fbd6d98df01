import { useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "react-router";
import type { ShipRequestSummary } from "#shipping/contract/ship-requests.ts";
import { useApi } from "#shipping/web/api.ts";
import classes from "./action-needed.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

type Line = {
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly to: string;
};

function lineFor({ id, waitingReason }: ShipRequestSummary, total: number): Line {
  const title = t("ship-request-summaries.actionNeeded");
  if (total > 1) {
    return {
      title,
      text: t("ship-request-summaries.waitingCount", { count: total }),
      act: t("ship-request-summaries.showWaiting"),
      to: "/dashboard/parcels",
    };
  }
  return {
    title,
    text: waitingReason === null ? "" : t(`ship-request-summaries.waiting.${waitingReason}`),
    act: t(`ship-request-summaries.act.${waitingReason ?? "price"}`),
    to: `/dashboard/ship-requests/${id}`,
  };
}

/** The page that ships the shelf asks for the address and saves it; without a plan it asks for that, and the profile has both. */
function addressLine(hasPlan: boolean): Line {
  return {
    title: t("ship-request-summaries.actionNeeded"),
    text: t("ship-request-summaries.addressMissing"),
    act: t("ship-request-summaries.act.address"),
    to: hasPlan ? "/dashboard/parcels/ship" : "/dashboard/profile",
  };
}

function LineContent({ title, text, act }: Line) {
  return (
    <>
      <strong>{title}</strong>
      <span className={classes["lineText"]}>{text}</span>
      <span className={classes["act"]}>
        <span>{act}</span>
        <ChevronRight size={16} aria-hidden="true" />
      </span>
    </>
  );
}

/**
 * One line while a ship request waits for the customer or an address is missing, and at the very first a welcome that leads
 * to the steps; nothing otherwise.
 * @param props.stepsId of the element with the steps of a first purchase; null where they are not shown.
 */
export function ActionNeededLine(props: { stepsId: string | null }) {
  const api = useApi();
  const { data } = useQuery(
    api.shipRequests.listShipRequests.queryOptions({ input: { group: "waiting", pageSize: 1 } }),
  );
  const { data: address } = useQuery(api.inboundParcels.readAddress.queryOptions({ input: {} }));
  const { data: plan } = useQuery(api.plans.readSubscription.queryOptions({ input: {} }));
  if (data === undefined || address === undefined) return null;
  const [first] = data.items;
  const needed =
    first !== undefined
      ? lineFor(first, data.total)
      : address.overview.isAddressMissing
        ? addressLine(plan?.subscription !== null)
        : null;
  if (needed !== null) {
    return (
      <Link to={needed.to} className={classes["line"] ?? ""}>
        <LineContent {...needed} />
      </Link>
    );
  }
  const { hasDeclared, hasReceived, hasShipped } = address.progress;
  if (props.stepsId === null || hasDeclared || hasReceived || hasShipped) return null;
  const to = `#${props.stepsId}`;
  return (
    <a href={to} className={classes["line"] ?? ""} data-quiet>
      <LineContent
        title={t("ship-request-summaries.welcome")}
        text={t("ship-request-summaries.welcomeText")}
        act={t("ship-request-summaries.welcomeAct")}
        to={to}
      />
    </a>
  );
}
