import { ActionIcon, Input, Text } from "@mantine/core";
import FileText from "lucide-react/icons/file-text";
import Paperclip from "lucide-react/icons/paperclip";
import X from "lucide-react/icons/x";
import { useId } from "react";
import { parcelClaimLimits } from "#goods/rules/inbound-parcel.ts";
import { useDroppedFiles, fileSizeText } from "#goods/web/packages/package-image-grid.tsx";
import zone from "#goods/web/packages/image-picker.module.css";
import { type ChosenFile, type RejectedFile, RejectedFiles } from "#ui/web/chosen-files.tsx";
import { acceptedProof, maxProofSize } from "./send-proof.ts";
import classes from "./claims.module.css";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

function ChosenProof(props: { proof: ChosenFile; isLocked: boolean; onRemove: () => void }) {
  const { file, previewUrl } = props.proof;
  return (
    <li className={classes["file"]}>
      <span className={classes["thumbnail"]}>
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

/** @param props.isLocked disables changes while the files are sent. */
export function ProofPicker(props: {
  files: readonly ChosenFile[];
  rejected: readonly RejectedFile[];
  isLocked: boolean;
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
}) {
  const { files, isLocked, onAdd } = props;
  const inputId = useId();
  const isDraggedOver = useDroppedFiles(onAdd, isLocked);
  return (
    <div>
      <Input.Label htmlFor={inputId}>{t("parcel-claims.proof")}</Input.Label>
      <label className={zone["zone"]} data-over={isDraggedOver} data-locked={isLocked}>
        <input
          id={inputId}
          type="file"
          multiple
          accept={acceptedProof}
          aria-label={t("parcel-claims.proof")}
          className={zone["input"]}
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
          {t("parcel-claims.proofRules", { maximum: parcelClaimLimits.files, size: maxProofSize })}
        </Text>
      </label>
      <RejectedFiles
        rejected={props.rejected}
        sentence={(name, reason) => (
          <RichText id="parcel-claims.file.nameAndReason" values={{ name, reason }} />
        )}
      />
      {files.length === 0 ? null : (
        <ul className={classes["files"]} aria-label={t("parcel-claims.chosenFiles")}>
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
