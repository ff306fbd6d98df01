import { Text } from "@mantine/core";
import type { Tracker } from "#tracking/contract/tracking.ts";
import type { TrackerState } from "#tracking/rules/tracking-stages.ts";
import cells from "#ui/web/admin/cells.module.css";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

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

/** The address of the details of an inbound parcel, or otherwise of a package. */
export function subjectAddress(subject: {
  readonly packageId: string | null;
  readonly inboundParcelId: string | null;
}): string {
  const { packageId, inboundParcelId } = subject;
  return inboundParcelId === null
    ? `/admin/dashboard/shipments?${new URLSearchParams({ package: packageId ?? "" }).toString()}`
    : `/admin/dashboard/inbound-parcels?${new URLSearchParams({ parcel: inboundParcelId }).toString()}`;
}
