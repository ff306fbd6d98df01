// Asks to return a parcel to its sender or to dispose of it, and declines what somebody asked.
import { Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { StaffParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import { parcelName, waitingLimits } from "#goods/rules/inbound-parcel.ts";
import {
  parcelRemovalGrounds,
  parcelRemovalKinds,
  removalNoticeDays,
  type ParcelRemovalGround,
} from "#goods/rules/parcel-removal.ts";
import { useApiClient } from "#goods/web/api.ts";
import { imageRules, maxImageSize } from "#goods/web/packages/package-image-grid.tsx";
import { ProofPicker } from "#goods/web/parcels/claims/proof-picker.tsx";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { useChosenFiles, useLostFiles, type FileRules } from "#ui/web/chosen-files.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { ChooseAgain } from "#ui/web/draft-notes.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** A parcel to ask about, or what somebody asked about one. */
export type Removal = {
  readonly parcel: StaffInboundParcel;
  readonly declined: StaffParcelRemoval | null;
};

const reason = requiredText(() => t("parcel-removals.reasonMissing"));
const askSchema = z
  .object({
    kind: z.enum(parcelRemovalKinds),
    ground: z.enum(parcelRemovalGrounds),
    consent: z.string().check(z.trim()),
    reason,
    photo: requiredText(() => t("parcel-removals.photoMissing")),
  })
  .check(
    z.refine(({ ground, consent }) => ground !== "owner_agreed" || consent !== "", {
      error: () => t("parcel-removals.consentMissing"),
      path: ["consent"],
    }),
  );
const declineSchema = z.object({ reason });

/** What can be the ground of a parcel: nobody can have agreed to what has no known owner. */
function groundsOf({ owner }: StaffInboundParcel): readonly ParcelRemovalGround[] {
  return parcelRemovalGrounds.filter((ground) => owner !== null || ground !== "owner_agreed");
}

function groundHint(ground: ParcelRemovalGround): string {
  if (ground !== "long_stored") return t(`parcel-removals.groundHint.${ground}`);
  return t("parcel-removals.groundHint.long_stored", {
    days: waitingLimits.longStoredDays,
    noticeDays: removalNoticeDays,
  });
}

/** The server takes one photo, such as a customer adds to a package. */
const photoRules: FileRules = { ...imageRules, most: 1 };

function useAskForm(parcel: StaffInboundParcel, onClose: () => void) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { id: inboundParcelId } = parcel;
  const chosen = useChosenFiles(photoRules);
  const form = useAppForm({
    schema: askSchema,
    initialValues: {
      kind: "return",
      ground: groundsOf(parcel)[0] ?? "long_stored",
      consent: "",
      reason: "",
      photo: "",
    },
    startAt: "kind",
    draft: { name: `parcel-removal:${inboundParcelId}` },
    onSubmit: async ({ photo: _name, ...asked }, { showToast, readRequestKey, keepDraft }) => {
      const [photo] = chosen.files;
      if (photo === undefined) {
        // A browser keeps its name in the draft, and not the photo.
        keepDraft();
        form.reject({ photo: t("parcel-removals.photoMissing") });
        return;
      }
      await client.parcelRemovals.requestParcelRemoval({
        inboundParcelId,
        ...asked,
        file: photo.file,
        // What was changed since is asked anew.
        idempotencyKey: readRequestKey(JSON.stringify([asked, photo.id])),
      });
      showToast({ title: t("parcel-removals.requested"), kind: "success" });
      onClose();
      refetch();
    },
  });
  const lostFiles = useLostFiles(form.field("photo"), chosen.files);
  return { form, chosen, lostFiles };
}

type AskForm = ReturnType<typeof useAskForm>["form"];

function GroundFields(props: { form: AskForm; parcel: StaffInboundParcel }) {
  const { form, parcel } = props;
  return (
    <>
      <Radio.Group {...form.field("kind")} label={t("parcel-removals.kind")}>
        <Group mt={6} gap="lg">
          {parcelRemovalKinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(`parcel-removals.kind.${kind}`)} />
          ))}
        </Group>
      </Radio.Group>
      <Radio.Group {...form.field("ground")} label={t("parcel-removals.ground")}>
        <Stack mt={6} gap="xs">
          {groundsOf(parcel).map((ground) => (
            <Radio
              key={ground}
              value={ground}
              label={t(`parcel-removals.ground.${ground}`)}
              description={groundHint(ground)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.ground === "owner_agreed" ? (
        <TextInput
          {...form.field("consent")}
          label={t("parcel-removals.consent")}
          maxLength={500}
          autoComplete="off"
          withAsterisk
        />
      ) : null}
    </>
  );
}

function AskDialogForm(props: { parcel: StaffInboundParcel; onClose: () => void }) {
  const { parcel, onClose } = props;
  const { form, chosen, lostFiles } = useAskForm(parcel, onClose);
  return (
    <DialogForm
      form={form}
      label={t("parcel-removals.open")}
      intro={<Text size="sm">{t("parcel-removals.text")}</Text>}
      submitLabel={t("parcel-removals.request")}
      onCancel={onClose}
    >
      <GroundFields form={form} parcel={parcel} />
      <ReasonField field={form.field("reason")} hint={t("parcel-removals.reasonHint")} />
      <ChooseAgain names={lostFiles} />
      <ProofPicker
        label={t("parcel-details.removal.photo")}
        rules={t("parcel-removals.photoRules", { size: maxImageSize })}
        files={chosen.files}
        rejected={chosen.rejected}
        isLocked={form.isSubmitting}
        onAdd={(added) => void chosen.add(added)}
        onRemove={(id) => chosen.remove([id])}
        photo={form.field("photo")}
      />
    </DialogForm>
  );
}

function ReasonField(props: { field: object; hint?: string }) {
  return (
    <TextInput
      {...props.field}
      label={t("common.reason")}
      {...(props.hint !== undefined && { description: props.hint })}
      inputWrapperOrder={["label", "input", "description", "error"]}
      maxLength={500}
      autoComplete="off"
      withAsterisk
    />
  );
}

function DeclineForm(props: {
  parcel: StaffInboundParcel;
  removal: StaffParcelRemoval;
  onClose: () => void;
}) {
  const { parcel, removal, onClose } = props;
  const client = useApiClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema: declineSchema,
    initialValues: { reason: "" },
    startAt: "reason",
    draft: { name: `decline-removal:${removal.id}` },
    onSubmit: async (values, { showToast, readRequestKey }) => {
      await client.parcelRemovals.declineParcelRemoval({
        inboundParcelId: parcel.id,
        removalId: removal.id,
        reason: values.reason,
        idempotencyKey: readRequestKey(),
      });
      showToast({ title: t("parcel-removals.kept"), kind: "success" });
      onClose();
      refetch();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("parcel-removals.decline")}
      intro={<Text size="sm">{t("parcel-removals.declineText")}</Text>}
      submitLabel={t("parcel-removals.keep")}
      onCancel={onClose}
    >
      <ReasonField field={form.field("reason")} />
    </DialogForm>
  );
}

export function RemovalDialog(props: { removal: Removal | null; onClose: () => void }) {
  const { removal, onClose } = props;
  const number = removal === null ? "" : parcelName(removal.parcel);
  return (
    <Dialog
      isOpen={removal !== null}
      onClose={onClose}
      title={
        removal === null
          ? null
          : t(
              removal.declined === null ? "parcel-removals.title" : "parcel-removals.declineTitle",
              { number },
            )
      }
    >
      {removal === null ? null : removal.declined === null ? (
        <AskDialogForm key={removal.parcel.id} parcel={removal.parcel} onClose={onClose} />
      ) : (
        <DeclineForm
          key={removal.declined.id}
          parcel={removal.parcel}
          removal={removal.declined}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
