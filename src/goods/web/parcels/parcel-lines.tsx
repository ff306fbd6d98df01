import type { ReactNode } from "react";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { useCarrierNames } from "./parcel-texts.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { ParcelMeasured, ParcelThumbnail } from "./parcel-picture.tsx";
import classes from "./parcel-facts.module.css";
import type { Elements } from "#ui/web/elements.ts";

/** A parcel in a short list: its number, carrier, contents and state, with what can be done with it. */
export function ParcelLine(props: {
  parcel: InboundParcel;
  number: Elements;
  before?: Elements;
  after?: Elements;
}) {
  const { parcel } = props;
  const { nameOf } = useCarrierNames();
  const notes = [nameOf(parcel.carrierCode), parcel.description || parcel.shop].filter(Boolean);
  return (
    <li className={classes["parcel"]}>
      {props.before}
      <ParcelThumbnail url={parcel.thumbnailUrl} />
      <span className={classes["lineName"]}>
        {props.number}
        {notes.length === 0 ? null : (
          <span className={classes["lineNotes"]}>
            {notes.map((note) => (
              <span key={note}>{note}</span>
            ))}
          </span>
        )}
        {parcel.measured === null ? null : (
          <span className={classes["lineMeasured"]}>
            <ParcelMeasured measured={parcel.measured} />
          </span>
        )}
      </span>
      <span className={classes["where"]} data-state={parcel.state}>
        {t(`parcels.state.${parcel.state}`)}
      </span>
      {props.after}
    </li>
  );
}

export function ParcelLines(props: { children: ReactNode }) {
  return <ul className="plain-list">{props.children}</ul>;
}
