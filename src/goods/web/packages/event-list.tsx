import { Text } from "@mantine/core";
import line from "#ui/web/event-line.module.css";
import { Moment } from "#ui/web/figures.tsx";
import classes from "./package-details.module.css";

/** @param props.events oldest first; shown newest first. */
export function EventList<
  Event extends { readonly id: string; readonly createdAt: string },
>(props: { events: readonly Event[]; textOf: (event: Event) => string }) {
  return (
    <ol className={line["line"]}>
      {props.events.toReversed().map((event) => (
        <li key={event.id} className={`${line["item"]} ${classes["event"]}`}>
          <Text span size="sm" style={{ overflowWrap: "anywhere" }}>
            {props.textOf(event)}
          </Text>
          <Text span size="sm" c="dimmed" className={classes["when"] ?? ""}>
            <Moment at={event.createdAt} withTime />
          </Text>
        </li>
      ))}
    </ol>
  );
}
