import { skipToken, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import "#goods/web/packages/next-step.tsx";
import { useApi } from "#shipping/web/api.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Slots } from "#ui/web/slots.ts";

/** What a package's ship request waits for, as a link to it; nothing until it is read. */
export function WaitingStep({ packageId, className }: Slots["waitingStep"]) {
  const api = useApi();
  // One query for all rows of a list.
  const { data } = useQuery(
    api.shipRequests.listShipRequests.queryOptions({ input: { group: "waiting", pageSize: 100 } }),
  );
  const request = data?.items.find((one) => one.packageId === packageId);
  const reason = request?.waitingReason ?? null;
  const { data: details } = useQuery(
    api.shipRequests.readShipRequest.queryOptions({
      input:
        request !== undefined && reason === "top_up" ? { shipRequestId: request.id } : skipToken,
    }),
  );
  if (request === undefined || reason === null) return null;
  const missingCents = details?.missingCents ?? 0;
  const text =
    reason === "top_up" && missingCents > 0
      ? t("ship-request-summaries.step.top_up", { amount: moneyText(missingCents) })
      : reason === "price"
        ? t("ship-request-summaries.step.price")
        : t(`ship-request-summaries.act.${reason}`);
  return (
    <Link className={className} to={`/dashboard/ship-requests/${request.id}`}>
      <span>{text}</span> <span className="visually-hidden">{request.packageName ?? ""}</span>
    </Link>
  );
}
