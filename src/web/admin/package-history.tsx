/** What happened to a package, newest first, in words. */
import { Text } from "@mantine/core";
import type { PackageEvent } from "#contract/packages.ts";
import { statusLabel } from "#core/package-status.ts";
import { Moment, weightText } from "#web/ui/figures.tsx";
import classes from "./package-history.module.css";

function statusChange(event: PackageEvent): string {
  const after = statusLabel(event.after ?? "");
  return event.before === null ? after : `${statusLabel(event.before)} → ${after}`;
}

function weightOfEvent(grams: string | null): string {
  return weightText(grams === null ? null : Number(grams));
}

/** An event as a short headline and, where it has one, what exactly changed. */
function wordsOf(event: PackageEvent): { title: string; detail: string | null } {
  const leg = `Leg ${event.legNumber ?? ""}`.trim();
  switch (event.kind) {
    case "package_created":
      return { title: "Package registered", detail: null };
    case "package_status_changed":
      return { title: "Package status", detail: statusChange(event) };
    case "leg_added":
      return { title: `${leg} added`, detail: event.after };
    case "leg_changed":
      return { title: `${leg} edited`, detail: event.after };
    case "leg_status_changed":
      return { title: `${leg} status`, detail: statusChange(event) };
    case "final_weight_changed":
      return {
        title: "Final weight",
        detail: `${weightOfEvent(event.before)} → ${weightOfEvent(event.after)}`,
      };
    case "image_added":
      return { title: "Image added", detail: event.after };
  }
}

/** The events, which come oldest first, as a list that begins with the newest. */
export function PackageHistory(props: { events: readonly PackageEvent[] }) {
  if (props.events.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing has happened to this package yet.
      </Text>
    );
  }
  return (
    <ol className={classes["events"]} reversed>
      {props.events.toReversed().map((event) => {
        const { title, detail } = wordsOf(event);
        return (
          <li key={event.id} className={classes["event"]}>
            <span className={classes["what"]}>
              <strong>{title}</strong>
              {detail ? <span>{detail}</span> : null}
            </span>
            <span className={classes["when"]}>
              {event.byStaff ? "Staff" : "Customer"} · <Moment at={event.createdAt} withTime />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
