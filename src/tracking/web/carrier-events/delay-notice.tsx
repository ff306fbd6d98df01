import { useQuery } from "@tanstack/react-query";
import { useApi } from "#tracking/web/api.ts";
import { momentText, clockText } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

// The change stream says when it changes.
const freshMilliseconds = 5 * 60_000;

/** The time alone where it is today. */
function sinceText(since: string): string {
  const isToday = new Date(since).toDateString() === new Date().toDateString();
  return isToday ? clockText(new Date(since)) : momentText(since, true);
}

/** A badge that news of carriers may be late; nothing while the provider answers, or while that is not known. */
export function DelayNotice() {
  const { data } = useQuery(
    useApi().tracking.readProviderDelay.queryOptions({ input: {}, staleTime: freshMilliseconds }),
  );
  const since = data?.delayedSince ?? null;
  if (since === null) return null;
  const label = t("carrier-events.delayed", { time: sinceText(since) });
  return <StatusBadge color="yellow" size="sm" label={label} />;
}
