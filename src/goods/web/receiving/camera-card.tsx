import { Button, Card, Text } from "@mantine/core";
import CameraIcon from "lucide-react/icons/camera";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useMemo } from "react";
import { CameraPicture, type Camera, hasCameraAccess } from "#ui/web/desk/camera.tsx";
import type { OpenParcel } from "./desk-parcel.ts";
import classes from "./receiving.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import type { DeskEvent } from "./desk-events.ts";
import { photoOfFile } from "#ui/web/photo.ts";

function PhotoThumbnail(props: { file: Blob; number: number; onRemove: () => void }) {
  const { file, number } = props;
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (image.current !== null) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <li className={classes["photo"]}>
      <img ref={image} alt={t("receiving.photoNumber", { number })} />
      <button
        type="button"
        className={classes["removePhoto"]}
        aria-label={t("receiving.removePhoto", { number })}
        onClick={props.onRemove}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </li>
  );
}

/** The camera's picture and the photos of the open parcel. */
export function CameraCard(props: {
  camera: Omit<Camera, "video">;
  video: Camera["video"];
  parcel: OpenParcel | null;
  onPhoto: () => void;
  onRemovePhoto: (index: number) => void;
}) {
  const { camera, parcel, video, onPhoto, onRemovePhoto } = props;
  const isOn = camera.state === "on";
  return (
    <Card component="section" aria-label={t("receiving.photos")}>
      <CameraPicture camera={camera} video={video}>
        <Button
          size="md"
          variant="light"
          leftSection={<CameraIcon size={20} aria-hidden="true" />}
          disabled={parcel === null}
          onClick={onPhoto}
        >
          {t("receiving.takePhoto")}
        </Button>
      </CameraPicture>
      {camera.state === "refused" || camera.state === "missing" ? (
        <Text size="sm" mt="xs" role="status">
          {t(`receiving.camera.${camera.state}`)}
        </Text>
      ) : null}
      {isOn && parcel === null ? (
        <Text size="sm" mt="xs">
          {t("receiving.cameraScans")}
        </Text>
      ) : null}
      {parcel === null ? null : (
        <>
          <Text size="sm" mt="xs" aria-live="polite">
            {t("receiving.photosCount", { count: parcel.photos.length })}
          </Text>
          <ul className={classes["photos"]}>
            {parcel.photos.map(({ file }, index) => (
              <PhotoThumbnail
                // Photos are only added at the end and taken out.
                key={index}
                file={file}
                number={index + 1}
                onRemove={() => onRemovePhoto(index)}
              />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** Takes photos with the camera, or has one chosen or taken by the device where the page has no camera. */
export function usePhotos() {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File | null>(null);
  return useMemo(() => {
    const photoTaken = (key: string, file: Blob): DeskEvent => ({
      kind: "photo_taken",
      key,
      photo: { kind: "outside", file, idempotencyKey: crypto.randomUUID() },
    });
    const take = async (key: string, camera: Omit<Camera, "video">): Promise<DeskEvent> => {
      const file = chosen.current;
      chosen.current = null;
      try {
        if (file !== null) return photoTaken(key, await photoOfFile(file));
        if (camera.state === "on") return photoTaken(key, await camera.takePhoto());
      } catch {
        return { kind: "photo_missing", key, reason: "photo_failed" };
      }
      const isUsable =
        hasCameraAccess() && camera.state !== "missing" && camera.state !== "refused";
      if (isUsable) return { kind: "photo_missing", key, reason: "camera_off" };
      input.current?.click();
      return { kind: "photo_missing", key, reason: null };
    };
    /** Takes the chosen file over; false where none was chosen. */
    const choose = (): boolean => {
      chosen.current = input.current?.files?.[0] ?? null;
      if (input.current !== null) input.current.value = "";
      return chosen.current !== null;
    };
    return { input, take, choose };
  }, []);
}
