import { ActionIcon, Input, Text } from "@mantine/core";
import FileText from "lucide-react/icons/file-text";
import Paperclip from "lucide-react/icons/paperclip";
import X from "lucide-react/icons/x";
import { useId } from "react";
import { useDroppedFiles, fileSizeText } from "#goods/web/packages/package-image-grid.tsx";
import picker from "#goods/web/packages/packages.module.css";
import classes from "#goods/web/parcels/parcels.module.css";
import { type ChosenFile, type RejectedFile, RejectedFiles } from "#ui/web/chosen-files.tsx";
import { t, RichText } from "#ui/web/i18n/messages.tsx";
import type { Field } from "#ui/web/app-form.ts";
import { acceptedPhoto, acceptedProof } from "#goods/web/accepted-files.ts";

function ChosenProof(props: { proof: ChosenFile; isLocked: boolean; onRemove: () => void }) {
  const { file, previewUrl } = props.proof;
  return (
    <li className={classes["claimFile"]}>
      <span className={`cover-image ${classes["claimThumbnail"]}`}>
        {previewUrl === null ? (
          <FileText size={20} aria-hidden="true" />
        ) : (
          <img src={previewUrl} alt="" />
        )}
      </span>
      <span className={classes["fileName"]}>
        <Text span size="sm" truncate title={file.name}>
          {file.name}
        </Text>
        <Text span size="xs" c="dimmed" className="figures">
          {fileSizeText(file.size)}
        </Text>
      </span>
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        disabled={props.isLocked}
        aria-label={t("parcel-claims.file.remove", { name: file.name })}
        onClick={props.onRemove}
      >
        <X size={18} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

/**
 * Images and PDF files to send, or one photo.
 * @param props.rules how many and how large, in words.
 * @param props.isLocked disables changes while the files are sent.
 * @param props.photo the field of the only photo, which another one replaces.
 */
export function ProofPicker(props: {
  label: string;
  rules: string;
  files: readonly ChosenFile[];
  rejected: readonly RejectedFile[];
  isLocked: boolean;
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
  photo?: Field;
}) {
  const { label, files, isLocked, photo } = props;
  const onAdd = (added: readonly File[]) => {
    if (photo !== undefined) for (const { id } of files) props.onRemove(id);
    props.onAdd(photo === undefined ? added : added.slice(0, 1));
  };
  const inputId = useId();
  const isDraggedOver = useDroppedFiles(onAdd, isLocked);
  return (
    <div>
      <Input.Label htmlFor={inputId} required={photo !== undefined}>
        {label}
      </Input.Label>
      <label className={picker["zone"]} data-over={isDraggedOver} data-locked={isLocked}>
        <input
          id={inputId}
          type="file"
          multiple={photo === undefined}
          accept={photo === undefined ? acceptedProof : acceptedPhoto}
          aria-label={label}
          aria-invalid={photo?.error === undefined ? undefined : true}
          data-path={photo?.name}
          className={picker["pickerInput"]}
          disabled={isLocked}
          onChange={(event) => {
            onAdd([...(event.currentTarget.files ?? [])]);
            // Allows choosing the same file again after removing it.
            event.currentTarget.value = "";
          }}
        />
        <Paperclip size={24} aria-hidden="true" />
        <span>
          <RichText
            id={photo === undefined ? "parcel-claims.pickProof" : "parcel-claims.pickPhoto"}
            components={{ strong: <strong /> }}
          />
        </span>
        <Text span size="xs" c="dimmed">
          {props.rules}
        </Text>
      </label>
      {photo?.error === undefined ? null : (
        <Input.Error mt={4} role="alert">
          {photo.error}
        </Input.Error>
      )}
      <RejectedFiles
        rejected={props.rejected}
        sentence={(name, reason) => (
          <RichText id="parcel-claims.file.nameAndReason" values={{ name, reason }} />
        )}
      />
      {files.length === 0 ? null : (
        <ul className={classes["claimFiles"]} aria-label={t("parcel-claims.chosenFiles")}>
          {files.map((proof) => (
            <ChosenProof
              key={proof.id}
              proof={proof}
              isLocked={isLocked}
              onRemove={() => props.onRemove(proof.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
