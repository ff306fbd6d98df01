import { Button, Group, Textarea, TextInput, ActionIcon, Input, Text } from "@mantine/core";
import * as z from "zod/mini";
import { claimedNumberLength, parcelClaimLimits } from "#goods/rules/inbound-parcel.ts";
import { checkTrackingNumber, tidyTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { ChooseAgain } from "#ui/web/draft-notes.tsx";
import { FocusedAlert, Form } from "#ui/web/form.tsx";
import { LeaveWarning } from "#ui/web/leave-warning.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import {
  useChosenFiles,
  useLostFiles,
  type ChosenFile,
  type RejectedFile,
  RejectedFiles,
} from "#ui/web/chosen-files.tsx";
import { proofRules, sendProof, acceptedProof, maxProofSize } from "./send-proof.ts";
import { t, RichText } from "#ui/web/i18n/messages.tsx";
import FileText from "lucide-react/icons/file-text";
import Paperclip from "lucide-react/icons/paperclip";
import X from "lucide-react/icons/x";
import { useId } from "react";
import { useDroppedFiles, fileSizeText } from "#goods/web/packages/package-image-grid.tsx";
import picker from "#goods/web/packages/packages.module.css";
import classes from "#goods/web/parcels/parcels.module.css";

const schema = z.object({
  trackingNumber: z.pipe(
    requiredText(() => t("fields.trackingNumberMissing")).check(
      z.refine((text) => checkTrackingNumber(text, claimedNumberLength).ok, {
        error: () => t("parcel-claims.numberInvalid"),
      }),
    ),
    z.transform(tidyTrackingNumber),
  ),
  note: z.string(),
  fileNames: z.string(),
});

/** The claim is stored, and some of its files are not. */
class UnsentProof extends Error {}

/** Sends a claim once and each of its files once, also when some of it is sent again. */
function useClaimForm() {
  const client = useApiClient();
  const refetch = useRefetch();
  const proof = useChosenFiles(proofRules);
  const form = useAppForm({
    schema,
    initialValues: { trackingNumber: "", note: "", fileNames: "" },
    fieldOf: { invalid_tracking_number: "trackingNumber", claim_open: "trackingNumber" },
    draft: { name: "claim-parcel" },
    onSubmit: async ({ fileNames: _fileNames, ...claim }, { showToast, readRequestKey }) => {
      try {
        const { id } = await client.parcelClaims.claimInboundParcel({
          ...claim,
          // What was changed since is another claim.
          idempotencyKey: readRequestKey(JSON.stringify(claim)),
        });
        const stored: string[] = [];
        try {
          const rejected = await sendProof(client, id, proof.files, (file) => stored.push(file));
          proof.reject(rejected);
          if (rejected.length > 0) throw new UnsentProof();
        } finally {
          proof.remove(stored);
        }
        form.write({ trackingNumber: "", note: "", fileNames: "" });
        showToast({
          title: t("parcel-claims.sent"),
          description: t("parcel-claims.sentText"),
          kind: "success",
        });
      } finally {
        refetch();
      }
    },
  });
  const lostFiles = useLostFiles(form.field("fileNames"), proof.files);
  return { form, proof, lostFiles };
}

/** Where a customer says which parcel is theirs, with proof. */
export function ClaimForm() {
  const { form, proof, lostFiles } = useClaimForm();
  const { error, isSubmitting } = form;
  return (
    <SectionCard title={t("parcel-claims.form")} description={t("parcel-claims.formText")}>
      <Form form={form} label={t("parcel-claims.form")}>
        {error === null ? null : (
          <FocusedAlert
            message={
              error instanceof UnsentProof
                ? t("parcel-claims.proofNotSent")
                : apiErrorMessage(error, t("common.noDataLost"))
            }
          />
        )}
        <TextInput
          {...form.field("trackingNumber")}
          label={t("common.trackingNumber")}
          description={t("parcel-claims.numberHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          withAsterisk
        />
        <Textarea
          {...form.field("note")}
          label={t("parcel-claims.note")}
          description={t("parcel-claims.noteHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          rows={3}
          maxLength={2_000}
        />
        <ChooseAgain names={lostFiles} />
        <ProofPicker
          files={proof.files}
          rejected={proof.rejected}
          isLocked={isSubmitting}
          onAdd={(files) => void proof.add(files)}
          onRemove={(id) => proof.remove([id])}
        />
        <Group>
          <Button type="submit" loading={isSubmitting}>
            {t("parcel-claims.send")}
          </Button>
        </Group>
      </Form>
      <LeaveWarning isNeeded={proof.files.length > 0 && !isSubmitting}>
        {t("parcel-claims.leaveText")}
      </LeaveWarning>
    </SectionCard>
  );
}

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
      <label className={picker["zone"]} data-over={isDraggedOver} data-locked={isLocked}>
        <input
          id={inputId}
          type="file"
          multiple
          accept={acceptedProof}
          aria-label={t("parcel-claims.proof")}
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
