/** Where a customer chooses images of a package: by click, by drop or from the clipboard. */
import { ActionIcon, Alert, Input, Text } from "@mantine/core";
import CircleAlert from "lucide-react/icons/circle-alert";
import ImagePlus from "lucide-react/icons/image-plus";
import FileImage from "lucide-react/icons/file-image";
import X from "lucide-react/icons/x";
import { useEffect, useId, useState } from "react";
import type { ChosenImage, RejectedFile } from "./chosen-images.ts";
import classes from "./image-picker.module.css";
import { fileSizeText } from "./package-image-grid.tsx";

function Preview(props: { image: ChosenImage; isLocked: boolean; onRemove: () => void }) {
  const { file, previewUrl } = props.image;
  const [isBroken, setBroken] = useState(false);
  return (
    <li className={classes["preview"]}>
      <span className={classes["frame"]}>
        {isBroken ? (
          <FileImage size={24} aria-hidden="true" />
        ) : (
          <img src={previewUrl} alt="" onError={() => setBroken(true)} />
        )}
      </span>
      {props.isLocked ? null : (
        <ActionIcon
          className={classes["remove"] ?? ""}
          size="sm"
          radius="xl"
          variant="filled"
          color="dark"
          aria-label={`Remove ${file.name}`}
          onClick={props.onRemove}
        >
          <X size={13} />
        </ActionIcon>
      )}
      <Text span size="xs" truncate title={file.name}>
        {file.name}
      </Text>
      <Text span size="xs" c="dimmed" className="figures">
        {fileSizeText(file.size)}
      </Text>
    </li>
  );
}

/** The files that were refused, by name and reason. */
function ApiErrors(props: { skipped: readonly RejectedFile[] }) {
  if (props.skipped.length === 0) return null;
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} />} mt="sm">
      {props.skipped.map(({ id, name, reason }) => (
        <Text key={id} size="sm" style={{ overflowWrap: "anywhere" }}>
          <strong>{name}</strong>: {reason}
        </Text>
      ))}
    </Alert>
  );
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Takes images that are pasted or dropped anywhere on the screen; tells whether some hover over it. */
function useArrivingImages(onFiles: (files: readonly File[]) => void, isLocked: boolean): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  useEffect(() => {
    const take = (event: Event, files: FileList | undefined) => {
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      if (!isLocked) onFiles([...files]);
    };
    const paste = (event: ClipboardEvent) => {
      // Spreadsheets put a picture of the cell beside its text; in a field the text is meant.
      if (isTextField(event.target) && event.clipboardData?.types.includes("text/plain")) return;
      take(event, event.clipboardData?.files);
    };
    const drop = (event: DragEvent) => {
      setDraggedOver(false);
      take(event, event.dataTransfer?.files);
    };
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // Without this the browser would open the file in place of the screen.
      event.preventDefault();
      setDraggedOver(!isLocked);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDraggedOver(false);
    };
    document.addEventListener("paste", paste);
    document.addEventListener("drop", drop);
    document.addEventListener("dragover", hover);
    document.addEventListener("dragleave", leave);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("drop", drop);
      document.removeEventListener("dragover", hover);
      document.removeEventListener("dragleave", leave);
    };
  }, [onFiles, isLocked]);
  return isDraggedOver;
}

/** Several images with previews. `isLocked` while they are being sent. */
export function ImagePicker(props: {
  images: readonly ChosenImage[];
  skipped: readonly RejectedFile[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
  isLocked: boolean;
}) {
  const { isLocked, onAdd } = props;
  const inputId = useId();
  const isDraggedOver = useArrivingImages(onAdd, isLocked);
  return (
    <div>
      <Input.Label htmlFor={inputId}>Images</Input.Label>
      <label className={classes["zone"]} data-over={isDraggedOver} data-locked={isLocked}>
        <input
          id={inputId}
          type="file"
          multiple
          accept="image/*,.heic,.heif"
          aria-label="Images"
          className={classes["input"]}
          disabled={isLocked}
          onChange={(event) => {
            onAdd([...(event.currentTarget.files ?? [])]);
            // The same file can be chosen again after it was removed.
            event.currentTarget.value = "";
          }}
        />
        <ImagePlus size={24} aria-hidden="true" />
        <span>
          <strong>Choose images</strong>, drop them here or paste them
        </span>
        <Text span size="xs" c="dimmed">
          JPEG, PNG, WebP, HEIC or GIF, at most 10 MB each, up to 10
        </Text>
      </label>
      <ApiErrors skipped={props.skipped} />
      {props.images.length > 0 ? (
        <ul className={classes["previews"]} aria-label="Chosen images">
          {props.images.map((image) => (
            <Preview
              key={image.id}
              image={image}
              isLocked={isLocked}
              onRemove={() => props.onRemove(image.id)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
