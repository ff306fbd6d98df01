import { ActionIcon, Input, Text } from "@mantine/core";
import { acceptedPhoto } from "#goods/web/accepted-files.ts";
import ImagePlus from "lucide-react/icons/image-plus";
import FileImage from "lucide-react/icons/file-image";
import X from "lucide-react/icons/x";
import { useId, useState } from "react";
import { type ChosenFile, type RejectedFile, RejectedFiles } from "#ui/web/chosen-files.tsx";
import { maxImages, maxImageSize, useDroppedFiles, fileSizeText } from "./package-image-grid.tsx";
import classes from "./packages.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

function Preview(props: { image: ChosenFile; isLocked: boolean; onRemove: () => void }) {
  const { file, previewUrl } = props.image;
  const [isBroken, setBroken] = useState(false);
  return (
    <li className={classes["preview"]}>
      <span className={`cover-image ${classes["pickerFrame"]}`}>
        {isBroken || previewUrl === null ? (
          <FileImage size={24} aria-hidden="true" />
        ) : (
          <img src={previewUrl} alt="" onError={() => setBroken(true)} />
        )}
      </span>
      {props.isLocked ? null : (
        <ActionIcon
          className={classes["pickerRemove"] ?? ""}
          size="sm"
          radius="xl"
          variant="filled"
          color="dark"
          aria-label={t("package-details.removeNamed", { name: file.name })}
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

/** @param isLocked disables changes while the images are uploaded. */
export function ImagePicker(props: {
  images: readonly ChosenFile[];
  rejected: readonly RejectedFile[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
  isLocked: boolean;
}) {
  const { isLocked, onAdd } = props;
  const inputId = useId();
  const isDraggedOver = useDroppedFiles(onAdd, isLocked);
  return (
    <div>
      <Input.Label htmlFor={inputId}>{t("package-details.images")}</Input.Label>
      <label className={classes["zone"]} data-over={isDraggedOver} data-locked={isLocked}>
        <input
          id={inputId}
          type="file"
          multiple
          accept={acceptedPhoto}
          aria-label={t("package-details.images")}
          className={classes["pickerInput"]}
          disabled={isLocked}
          onChange={(event) => {
            onAdd([...(event.currentTarget.files ?? [])]);
            // Allows choosing the same file again after removing it.
            event.currentTarget.value = "";
          }}
        />
        <ImagePlus size={24} aria-hidden="true" />
        <span>
          <RichText id="package-details.pickImages" components={{ strong: <strong /> }} />
        </span>
        <Text span size="xs" c="dimmed">
          {t("package-details.imageRules", { maximum: maxImages, size: maxImageSize })}
        </Text>
      </label>
      <RejectedFiles
        rejected={props.rejected}
        sentence={(name, reason) => (
          <RichText
            id="package-details.fileAndReason"
            values={{
              name,
              reason: <span>{reason}</span>,
            }}
          />
        )}
      />
      {props.images.length > 0 ? (
        <ul className={classes["previews"]} aria-label={t("package-details.chosenImages")}>
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
