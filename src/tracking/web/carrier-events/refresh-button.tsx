import { Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { trackerLimits } from "#tracking/rules/tracker.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#tracking/web/api.ts";
import classes from "./carrier-updates.module.css";
import { t } from "./messages.ts";

/** Asks the carrier of a leg for news, which then arrives as usual. */
export function RefreshButton(props: { legId: string; legNumber: number }) {
  const { legId, legNumber } = props;
  const refresh = useMutation(useApi().tracking.refreshTracking.mutationOptions());
  const { data, error, reset } = refresh;
  // From then on the carrier may be asked again.
  useEffect(() => {
    if (data === undefined) return undefined;
    const timer = setTimeout(reset, trackerLimits.refreshMinutes * 60_000);
    return () => clearTimeout(timer);
  }, [data, reset]);
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
        aria-label={t("carrier-events.refreshLeg", { number: legNumber })}
        loading={refresh.isPending}
        disabled={data?.isQueued === true}
        onClick={() => refresh.mutate({ legId })}
      >
        {t("carrier-events.refresh")}
      </Button>
      <Text size="xs" c={error ? "red" : "dimmed"} role="status">
        {answer}
      </Text>
    </div>
  );
}
