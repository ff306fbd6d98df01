import { Button, Card, Text } from "@mantine/core";
import CameraIcon from "lucide-react/icons/camera";
import X from "lucide-react/icons/x";
import { useEffect, useRef } from "react";
import { CameraPicture } from "./camera-picture.tsx";
import type { OpenParcel } from "./desk-parcel.ts";
import type { Camera } from "./use-camera.ts";
import classes from "./receiving.module.css";
import { t } from "./messages.ts";

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
          <ul className={classes["photoList"]}>
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
