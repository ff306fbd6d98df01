import { useCallback, useRef, useState } from "react";
import type { PackingImageKind } from "#shipping/rules/ship-request.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { photoOfFile } from "#ui/web/photo.ts";
import type { Camera } from "#goods/web/receiving/use-camera.ts";
import { t } from "./messages.ts";

/** What photos show: the box of a ship request, or an extra service that was done. */
export type PhotoSubject =
  | { readonly shipRequestId: string; readonly kind: Exclude<PackingImageKind, "extra_service"> }
  | { readonly extraServiceRequestId: string; readonly kind: "extra_service" };

/** A photo that the server does not have yet; `message` says why it was refused, null while it is sent. */
export type UnsentPhoto = {
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

export type PackingPhotos = ReturnType<typeof usePackingPhotos>;
/** What is shown of them; the field that chooses files stands apart. */
export type ShownPhotos = Omit<PackingPhotos, "input">;
