import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "#goods/web/parcels/parcel-facts.module.css";
import { ParcelThumbnail } from "#goods/web/parcels/parcel-picture.tsx";
import { Code, Weight } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Elements } from "#ui/web/elements.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";

/** A parcel of a request: photo, contents, number, weight and whether it is in the box. */
export function RequestedLine(props: {
  parcel: RequestedParcel;
  /** Whether the state is said. */
  hasState?: boolean;
  before?: Elements;
  after?: Elements;
}) {
  const { parcel } = props;
  return (
    <li className={classes["parcel"]}>
      {props.before}
      <ParcelThumbnail url={parcel.thumbnailUrl} />
      <span className={classes["lineName"]}>
        <Anchor component={Link} size="sm" to={`/dashboard/parcels/${parcel.inboundParcelId}`}>
          {parcel.description || <Code>{parcelName(parcel)}</Code>}
        </Anchor>
        <span className={classes["lineNotes"]}>
          {parcel.weightGrams === null ? null : <Weight weightGrams={parcel.weightGrams} />}
          {parcel.description === "" ? null : <Code>{parcelName(parcel)}</Code>}
        </span>
      </span>
      {props.hasState ? (
        <span
          className={classes["where"]}
          data-state={parcel.state === "in_box" ? "received" : parcel.state}
        >
          {t(`ship-requests.parcelState.${parcel.state}`)}
        </span>
      ) : null}
      {props.after}
    </li>
  );
}

export function RequestedLines(props: { children: ReactNode }) {
  return <ul className="plain-list">{props.children}</ul>;
}

/** A parcel of a request. */
type RequestedParcel = ShipRequest["parcels"][number];
