import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ShipRequestSummary } from "#shipping/contract/ship-requests.ts";
import { useApi } from "#shipping/web/api.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "./action-needed.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

const shown = 5;

function WaitingRequest(props: { request: ShipRequestSummary }) {
  const { id, packageName, waitingReason } = props.request;
  const name = packageName ?? t("ship-request-summaries.title");
  return (
    <li className={classes["request"]}>
      <div>
        <Text span fw={600} size="sm">
          {name}
        </Text>
        {waitingReason === null ? null : (
          <Text size="sm">{t(`ship-request-summaries.waiting.${waitingReason}`)}</Text>
        )}
      </div>
      <Button component={Link} to={`/dashboard/ship-requests/${id}`} size="sm">
        <span>{t(`ship-request-summaries.act.${waitingReason ?? "price"}`)}</span>{" "}
        <span className="visually-hidden">{name}</span>
      </Button>
    </li>
  );
}

/** The ship requests that wait for the customer; nothing while none does. */
export function ActionNeeded() {
  const { data } = useQuery(
    useApi().shipRequests.listShipRequests.queryOptions({
      input: { group: "waiting", pageSize: shown },
    }),
  );
  if (data === undefined || data.items.length === 0) return null;
  return (
    <div className={classes["card"]}>
      <SectionCard title={t("ship-request-summaries.actionNeeded")}>
        <ul className="plain-list">
          {data.items.map((request) => (
            <WaitingRequest key={request.id} request={request} />
          ))}
        </ul>
        {data.total > data.items.length ? (
          <Text size="sm" c="dimmed" mt="sm">
            {t("ship-request-summaries.more", { count: data.total - data.items.length })}
          </Text>
        ) : null}
      </SectionCard>
    </div>
  );
}
