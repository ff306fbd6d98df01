import { ActionIcon, Alert, Input, Text } from "@mantine/core";
import CircleAlert from "lucide-react/icons/circle-alert";
import FileText from "lucide-react/icons/file-text";
import Paperclip from "lucide-react/icons/paperclip";
import X from "lucide-react/icons/x";
import { useId } from "react";
import { parcelClaimLimits } from "#core/parcel-claim.ts";
import { useDroppedFiles } from "#web/packages/dropped-files.ts";
import zone from "#web/packages/image-picker.module.css";
import { fileSizeText } from "#web/packages/package-image-grid.tsx";
import {
  acceptedProof,
  maxProofSize,
  type ChosenProof,
  type RejectedProof,
} from "./chosen-proof.ts";
import classes from "./claims.module.css";
import { RichText, t } from "./messages.ts";

function ChosenFile(props: { proof: ChosenProof; isLocked: boolean; onRemove: () => void }) {
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

function RejectedFiles(props: { rejected: readonly RejectedProof[] }) {
  if (props.rejected.length === 0) return null;
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} />} mt="sm">
      {props.rejected.map(({ id, name, reason }) => (
        <Text key={id} size="sm" style={{ overflowWrap: "anywhere" }}>
          <RichText
            id="parcel-claims.file.nameAndReason"
            values={{ name: <strong>{name}</strong>, reason }}
          />
        </Text>
      ))}
    </Alert>
  );
}

/** @param props.isLocked disables changes while the files are sent. */
export function ProofPicker(props: {
  files: readonly ChosenProof[];
  rejected: readonly RejectedProof[];
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
      <RejectedFiles rejected={props.rejected} />
      {files.length === 0 ? null : (
        <ul className={classes["files"]} aria-label={t("parcel-claims.chosenFiles")}>
          {files.map((proof) => (
            <ChosenFile
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
