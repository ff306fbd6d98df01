import { Text } from "@mantine/core";
import type { PackageEvent } from "#contract/packages.ts";
import { statusLabel } from "#web/i18n/labels.ts";
import { Moment, momentText, weightText } from "#web/ui/figures.tsx";
import classes from "./package-event-list.module.css";

const isoTimes = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Replaces ISO 8601 UTC times in a text by times in the reader's locale and time zone. */
function withLocalTimes(text: string): string {
  return text.replaceAll(isoTimes, (at) => momentText(at, true));
}

/** The text of an event. Weights are stored as text in grams, statuses by their values. */
export function eventText(event: PackageEvent): string {
  const leg = `Leg ${event.legNumber ?? ""}`.trim();
  const after = event.after ?? "";
  switch (event.kind) {
    case "package_created":
      return "Package registered";
    case "package_status_changed":
      return `Status changed to ${statusLabel(after)}`;
    case "package_changed":
      return `Package corrected: ${after}`;
    case "recipient_changed":
      return "Recipient changed";
    case "package_cancelled":
      return event.after === null ? "Package cancelled" : `Package cancelled: ${after}`;
    case "leg_added":
      return `${leg} added: ${after}`;
    case "leg_changed":
    case "leg_dates_changed":
      return `${leg} updated: ${withLocalTimes(after)}`;
    case "leg_status_changed":
      return `${leg}: ${statusLabel(after)}`;
    case "final_weight_changed":
      return event.after === null
        ? "Final weight removed"
        : `Final weight: ${weightText(Number(event.after))}`;
    case "image_added":
      return `Image added: ${after}`;
    case "image_deleted":
      return `Image deleted: ${event.before ?? ""}`;
    case "qr_code_generated":
      return `${leg}: QR code generated`;
    case "qr_code_deleted":
      return `${leg}: QR code deleted`;
  }
}

/** @param events oldest first; shown newest first. */
export function PackageEventList(props: { events: readonly PackageEvent[] }) {
  return (
    <ol className={classes["events"]}>
      {props.events.toReversed().map((event) => (
        <li key={event.id} className={classes["event"]}>
          <Text span size="sm" style={{ overflowWrap: "anywhere" }}>
            {eventText(event)}
          </Text>
          <Text span size="sm" c="dimmed" className={classes["when"] ?? ""}>
            <Moment at={event.createdAt} withTime />
          </Text>
        </li>
      ))}
    </ol>
  );
}
