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
import { acceptedProof } from "./send-proof.ts";

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
 * Images and PDF files to send.
 * @param props.rules how many and how large, in words.
 * @param props.isLocked disables changes while the files are sent.
 */
export function ProofPicker(props: {
  label: string;
  rules: string;
  files: readonly ChosenFile[];
  rejected: readonly RejectedFile[];
  isLocked: boolean;
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
}) {
  const { label, files, isLocked, onAdd } = props;
  const inputId = useId();
  const isDraggedOver = useDroppedFiles(onAdd, isLocked);
  return (
    <div>
      <Input.Label htmlFor={inputId}>{label}</Input.Label>
      <label className={picker["zone"]} data-over={isDraggedOver} data-locked={isLocked}>
        <input
          id={inputId}
          type="file"
          multiple
          accept={acceptedProof}
          aria-label={label}
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
          <RichText id="parcel-claims.pickProof" components={{ strong: <strong /> }} />
        </span>
        <Text span size="xs" c="dimmed">
          {props.rules}
        </Text>
      </label>
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
