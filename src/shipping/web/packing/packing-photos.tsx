import { Alert, Button, Group, Text } from "@mantine/core";
import { ParcelPicture } from "#goods/web/parcels/parcel-picture.tsx";
import { momentText } from "#ui/web/figures.tsx";
import classes from "./packing.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { useCallback, useRef, useState } from "react";
import type { PackingImageKind } from "#shipping/rules/ship-request.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { photoOfFile } from "#ui/web/photo.ts";
import type { Camera } from "#ui/web/desk/camera.tsx";

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

/** What photos show: the box of a ship request, or an extra service that was done. */
type PhotoSubject =
  | { readonly shipRequestId: string; readonly kind: Exclude<PackingImageKind, "extra_service"> }
  | { readonly extraServiceRequestId: string; readonly kind: "extra_service" };

/** A photo that the server does not have yet; `message` says why it was refused, null while it is sent. */
type UnsentPhoto = {
  /** The same when it is sent again. */
  readonly key: string;
  readonly subject: PhotoSubject;
  readonly file: Blob;
  readonly message: string | null;
};

/**
 * Takes photos with the camera of the desk where it is on, or has one chosen or taken by the device, and sends them.
 * @param options.onStored reads what the server has; a photo counts as unsent until then, so that it is never in neither.
 */
export function usePackingPhotos(options: {
  readonly camera: Pick<Camera, "state" | "takePhoto"> | null;
  readonly onStored: () => Promise<void>;
}) {
  const { camera, onStored } = options;
  const client = useApiClient();
  const input = useRef<HTMLInputElement>(null);
  const wanted = useRef<PhotoSubject | null>(null);
  const [unsent, setUnsent] = useState<readonly UnsentPhoto[]>([]);

  const send = useCallback(
    async (photo: Omit<UnsentPhoto, "message">) => {
      const keep = (message: string | null) =>
        setUnsent((before) => [
          ...before.filter(({ key }) => key !== photo.key),
          { ...photo, message },
        ]);
      keep(null);
      try {
        const { subject, key, file } = photo;
        const name = `${subject.kind}.jpg`;
        await client.packing.addPackingImage({
          ...subject,
          file: new File([file], name, { type: file.type }),
          idempotencyKey: key,
        });
        await onStored();
        setUnsent((before) => before.filter((one) => one.key !== key));
      } catch (error) {
        keep(apiErrorMessage(error, t("packing.photoNotSent")));
      }
    },
    [client, onStored],
  );

  const take = async (subject: PhotoSubject) => {
    if (camera?.state === "on") {
      try {
        const file = await camera.takePhoto();
        await send({ key: crypto.randomUUID(), subject, file });
        return;
      } catch {
        // Without a picture of the desk's camera the device is asked for one.
      }
    }
    wanted.current = subject;
    input.current?.click();
  };
  const choose = async () => {
    const file = input.current?.files?.[0];
    if (input.current !== null) input.current.value = "";
    const subject = wanted.current;
    if (file === undefined || subject === null) return;
    await send({ key: crypto.randomUUID(), subject, file: await photoOfFile(file) });
  };
  const discard = (key: string) => setUnsent((before) => before.filter((one) => one.key !== key));
  return { input, unsent, take, choose, sendAgain: send, discard };
}

type PackingPhotos = ReturnType<typeof usePackingPhotos>;
/** What is shown of them; the field that chooses files stands apart. */
export type ShownPhotos = Omit<PackingPhotos, "input">;
