import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";
import classes from "./parcel-picture.module.css";
import { useLinksAgain } from "./use-links-again.ts";
import type { Elements } from "#ui/web/elements.ts";

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
    <span className={classes["thumbnail"]}>
      <ParcelPicture url={props.url} alt="" />
    </span>
  );
}
