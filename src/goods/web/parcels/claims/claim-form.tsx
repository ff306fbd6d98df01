import { Button, Group, Textarea, TextInput } from "@mantine/core";
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
import { useChosenFiles, useLostFiles } from "#ui/web/chosen-files.tsx";
import { proofRules, sendProof, maxProofSize } from "./send-proof.ts";
import { ProofPicker } from "./proof-picker.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

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
          label={t("parcel-claims.proof")}
          rules={t("parcel-claims.proofRules", {
            maximum: parcelClaimLimits.files,
            size: maxProofSize,
          })}
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
