import { Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import type { ShippingLeg } from "#contract/packages.ts";
import { trackerLimits } from "#core/tracker.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import classes from "./carrier-updates.module.css";
import { t } from "./messages.ts";

/** Asks the carrier of a leg for news, which then arrives as usual. */
export function RefreshButton(props: { leg: ShippingLeg }) {
  const { leg } = props;
  const refresh = useMutation(useApi().tracking.refreshTracking.mutationOptions());
  const { data, error } = refresh;
  const answer = error
    ? apiErrorMessage(error, t("carrier-events.notAsked"))
    : data?.isQueued
      ? t("carrier-events.asked")
      : data
        ? t("carrier-events.askedAlready", { minutes: trackerLimits.refreshMinutes })
        : "";
  return (
    <div className={classes["refresh"]}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<RefreshCw size={14} aria-hidden="true" />}
        aria-label={t("carrier-events.refreshLeg", { number: leg.legNumber })}
        loading={refresh.isPending}
        disabled={data !== undefined}
        onClick={() => refresh.mutate({ legId: leg.id })}
      >
        {t("carrier-events.refresh")}
      </Button>
      <Text size="xs" c={error ? "red" : "dimmed"} role="status">
        {answer}
      </Text>
    </div>
  );
}
