import { Text } from "@mantine/core";
import type { Tracker } from "#tracking/contract/tracking.ts";
import type { TrackerState } from "#tracking/rules/tracker.ts";
import cells from "#ui/web/admin/cells.module.css";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { t } from "./messages.ts";

const colors: Readonly<Record<TrackerState, StatusColor>> = {
  new: "gray",
  following: "green",
  not_found: "yellow",
  ended: "gray",
  failed: "red",
};

/** The state of a number, with why the provider refused it. */
export function TrackerStateText({ tracker }: { tracker: Tracker }) {
  const { state, lastError } = tracker;
  return (
    <>
      <span className={cells["whole"]}>
        <StatusBadge label={t(`admin-tracking.state.${state}`)} color={colors[state]} />
      </span>
      {lastError === null ? null : (
        <Text size="xs" c="dimmed" mt={4} maw="36ch" style={{ overflowWrap: "anywhere" }}>
          <bdi>{t("admin-tracking.providerSays", { text: lastError })}</bdi>
        </Text>
      )}
    </>
  );
}
