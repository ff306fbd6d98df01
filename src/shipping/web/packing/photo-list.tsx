import { Alert, Button, Group, Text } from "@mantine/core";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import { momentText } from "#ui/web/figures.tsx";
import classes from "./packing.module.css";
import type { PackingPhotos, ShownPhotos } from "./use-packing-photos.ts";
import { t } from "./messages.ts";

type Shown = {
  readonly id: string;
  readonly imageUrl: string;
  readonly thumbnailUrl: string;
  readonly createdAt: string;
};

/** Stored photos; each opens in full in a new tab. */
export function PhotoList(props: { label: string; images: readonly Shown[] }) {
  if (props.images.length === 0) return null;
  return (
    <ul className={classes["photos"]} aria-label={props.label}>
      {props.images.map((image) => (
        <li key={image.id}>
          <a href={image.imageUrl} target="_blank" rel="noopener">
            <ParcelPicture
              url={image.thumbnailUrl}
              alt={t("packing.photoOf", { moment: momentText(image.createdAt, true) })}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Photos that are being sent, and those that were not stored, with what to do. */
export function UnsentPhotos({ photos }: { photos: ShownPhotos }) {
  const { unsent } = photos;
  if (unsent.length === 0) return null;
  const failed = unsent.filter(({ message }) => message !== null);
  return (
    <>
      {failed.length === unsent.length ? null : (
        <Text size="sm" role="status">
          {t("packing.photosSending", { count: unsent.length - failed.length })}
        </Text>
      )}
      {failed.map((photo) => (
        <Alert key={photo.key} color="red" role="alert">
          <Text size="sm">{photo.message}</Text>
          <Group gap="xs" mt="xs">
            <Button size="sm" onClick={() => void photos.sendAgain(photo)}>
              {t("packing.sendAgain")}
            </Button>
            <Button size="sm" variant="default" onClick={() => photos.discard(photo.key)}>
              {t("packing.discardPhoto")}
            </Button>
          </Group>
        </Alert>
      ))}
    </>
  );
}

/** What the device's own camera or file dialog gives. */
export function PhotoInput(
  props: Pick<PackingPhotos, "choose"> & { field: PackingPhotos["input"] },
) {
  const { choose, field } = props;
  return (
    <input
      ref={field}
      type="file"
      accept="image/*"
      capture="environment"
      hidden
      aria-label={t("packing.takePhoto")}
      onChange={() => void choose()}
    />
  );
}
