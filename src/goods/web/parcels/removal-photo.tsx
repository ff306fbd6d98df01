import { Anchor } from "@mantine/core";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./parcel-facts.module.css";
import { ParcelPicture } from "./parcel-picture.tsx";

/** The photo with which somebody asked to return a parcel or to dispose of it. */
export function RemovalPhoto(props: { images: readonly ParcelImage[]; imageId: string }) {
  const image = props.images.find(({ id }) => id === props.imageId);
  if (image === undefined) return null;
  return (
    <Anchor
      href={image.imageUrl}
      target="_blank"
      rel="noopener"
      className={`cover-image ${classes["thumbnail"]}`}
    >
      <ParcelPicture url={image.thumbnailUrl} alt={t("parcel-details.removal.photo")} />
    </Anchor>
  );
}
