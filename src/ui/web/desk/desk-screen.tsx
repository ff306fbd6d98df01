import { Switch, Text, Title } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { Elements } from "#ui/web/elements.ts";
import classes from "./desk.module.css";

/**
 * What the newest scan turned out to be, by which the whole screen has a color and a sound of its own. `news`: it is right
 * and was not expected. `other`: it is something else than what is scanned here. `idle`, `reading`: nothing is known yet.
 */
export type DeskLook =
  | "idle"
  | "reading"
  | "right"
  | "news"
  | "other"
  | "place"
  | "again"
  | "unsure"
  | "unknown"
  | "conflict"
  | "stop";

/** A desk, which fills the window and has the color of what was scanned. */
export function DeskScreen(props: { look: DeskLook; children: Elements }) {
  return (
    <div className={classes["desk"]} data-look={props.look}>
      {props.children}
    </div>
  );
}

/** What stands above a desk: its name, what it is for, and buttons. */
export function DeskHead(props: { title: string; description: string; children: Elements }) {
  return (
    <div className={classes["head"]}>
      <div>
        <Title order={1} size="h3">
          {props.title}
        </Title>
        <span className={classes["quiet"]}>{props.description}</span>
      </div>
      <div className={classes["actions"]}>{props.children}</div>
    </div>
  );
}

/** Whether a desk has a network, in `label`. */
export function OnlineMark({ isOnline, label }: { isOnline: boolean; label: string }) {
  return (
    <span className={classes["online"]} data-online={isOnline} role="status">
      {label}
    </span>
  );
}

/**
 * What the newest scan turned out to be, in the color of the screen, with a sign and in words.
 * @param props.outcome names it more exactly than the look.
 */
export function DeskBanner(props: {
  icon: LucideIcon;
  title: string;
  hint: string | null;
  outcome?: string;
  children?: Elements;
}) {
  const { icon: Icon, title, hint } = props;
  return (
    <div
      className={classes["banner"]}
      data-outcome={props.outcome}
      role="status"
      aria-atomic="true"
    >
      <Icon size={56} strokeWidth={1.75} aria-hidden="true" className={classes["bannerIcon"]} />
      <div className={classes["bannerWords"]}>
        <Title order={2} size="h2">
          {title}
        </Title>
        {hint === null ? null : <Text>{hint}</Text>}
        {props.children}
      </div>
    </div>
  );
}

/** The three parts of a desk: what is worked on, the camera, and devices. */
export function DeskColumns(props: { camera: Elements; work: Elements; devices: Elements }) {
  return (
    <div className={classes["columns"]}>
      {props.camera ? <div className={classes["camera"]}>{props.camera}</div> : null}
      <div className={classes["work"]}>{props.work}</div>
      <div className={classes["devices"]}>{props.devices}</div>
    </div>
  );
}

/** A figure that is read from afar, such as a weight; null: there is none yet. */
export function DeskFigure(props: { label: string; value: string | null; hint?: string }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        <span className={classes["figureValue"]}>{props.value ?? "–"}</span>
        {props.hint === undefined ? null : <span className={classes["quiet"]}>{props.hint}</span>}
      </dd>
    </div>
  );
}

/** Turns the sounds of a desk on and off. */
export function SoundSwitch(props: {
  label: string;
  isMuted: boolean;
  onMuted: (isMuted: boolean) => void;
  mt?: "md";
}) {
  const { label, isMuted, onMuted, ...margin } = props;
  return (
    <Switch
      {...margin}
      size="md"
      label={label}
      checked={!isMuted}
      onChange={(event) => onMuted(!event.currentTarget.checked)}
    />
  );
}
