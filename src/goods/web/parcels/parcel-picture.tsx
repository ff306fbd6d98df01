import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";
import classes from "./parcel-facts.module.css";
import type { Elements } from "#ui/web/elements.ts";
import { useQueryClient } from "@tanstack/react-query";
import { keyOfReads } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import type { MeasuredParcel } from "#goods/contract/parcel-measurements.ts";
import { Weight } from "#ui/web/figures.tsx";
import { conditionLabel } from "./parcel-texts.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";

type PictureProps = {
  /** Address that expires. */
  url: string;
  /** Empty where the text beside it says what it shows. */
  alt: string;
  /** Shown when it cannot be loaded. */
  unavailable?: Elements;
};

function LoadedPicture({ url, alt, unavailable }: PictureProps) {
  const [isBroken, setBroken] = useState(false);
  const readLinksAgain = useLinksAgain();
  if (isBroken) {
    return (
      <span className={classes["broken"]}>
        <ImageOff size={20} aria-hidden="true" />
        {unavailable ?? (alt === "" ? null : <span className="visually-hidden">{alt}</span>)}
      </span>
    );
  }
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      onError={() => {
        setBroken(true);
        readLinksAgain();
      }}
    />
  );
}

/** A photo of a parcel, whose address is read again once when it does not load. */
export function ParcelPicture(props: PictureProps) {
  return <LoadedPicture key={props.url} {...props} />;
}

/** The small photo before a parcel's number; nothing without a photo. */
export function ParcelThumbnail(props: { url: string | null }) {
  if (props.url === null) return null;
  return (
    <span className={`cover-image ${classes["thumbnail"]}`}>
      <ParcelPicture url={props.url} alt="" />
    </span>
  );
}

/** Reads parcels, ship requests and cases again, whose links to photos have expired on a page that stayed open. */
export function useLinksAgain(): () => void {
  const client = useQueryClient();
  const { inboundParcels, parcelClaims } = useApi();
  return () => {
    const keys = [
      inboundParcels.key(),
      parcelClaims.key(),
      keyOfReads("shipRequests"),
      keyOfReads("packing"),
      keyOfReads("cases"),
    ];
    for (const queryKey of keys)
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  };
}

/** Weight, size and condition of a received parcel in one line. */
export function ParcelMeasured(props: {
  measured: Pick<MeasuredParcel, "weightGrams" | "sidesMm" | "condition">;
}) {
  const { weightGrams, sidesMm, condition } = props.measured;
  return (
    <span className={classes["measured"]}>
      <Weight weightGrams={weightGrams} />
      {sidesMm === null ? null : <span className="figures">{sidesText(sidesMm)}</span>}
      <span data-condition={condition}>{conditionLabel(condition)}</span>
    </span>
  );
}
