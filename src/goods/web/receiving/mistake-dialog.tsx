// Puts right what was recorded by mistake, at the desk and on staff's page of a parcel.
import { Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { formatMemberCode, parseMemberCode } from "#people/rules/member-code.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useApiClient } from "#goods/web/api.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { checkedText, requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

type OwnedParcel = StaffInboundParcel & {
  readonly owner: NonNullable<StaffInboundParcel["owner"]>;
};

/** A parcel of the wrong customer, or one that was not received. */
export type Mistake =
  | { readonly kind: "owner"; readonly parcel: OwnedParcel }
  | { readonly kind: "undo"; readonly parcel: StaffInboundParcel };

/** What was put right, with the parcel as it is then. */
export type Correction = {
  readonly kind: "undone" | "owner_corrected";
  readonly parcel: StaffInboundParcel;
};

type Corrected = (correction: Correction) => void;
type FormProps = { readonly onClose: () => void; readonly onCorrected: Corrected };

const reason = requiredText(() => t("receiving-mistakes.reasonMissing"));
const ownerSchema = z.object({
  memberCode: checkedText((text) =>
    text === "" || parseMemberCode(text).ok ? null : t("receiving-mistakes.memberCodeInvalid"),
  ),
  reason,
});
const undoSchema = z.object({ reason });

/** Whose the parcel is now. */
function ownerText(number: string, memberCode: string | null): string {
  if (memberCode === null) return t("receiving-mistakes.taken", { number });
  return t("receiving-mistakes.givenToOther", { number, code: formatMemberCode(memberCode) });
}

function OwnerForm({ parcel, onClose, onCorrected }: FormProps & { readonly parcel: OwnedParcel }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const { id: inboundParcelId, owner } = parcel;
  const form = useAppForm({
    schema: ownerSchema,
    initialValues: { memberCode: "", reason: t("receiving-mistakes.ownerReason") },
    startAt: "memberCode",
    fieldOf: { invalid_member_code: "memberCode" },
    draft: { name: `parcel-owner:${inboundParcelId}` },
    onSubmit: async (values, { showToast, readRequestKey }) => {
      const memberCode = values.memberCode === "" ? null : values.memberCode;
      const corrected = await client.receiving.correctParcelOwner({
        inboundParcelId,
        fromUserId: owner.userId,
        memberCode,
        reason: values.reason,
        idempotencyKey: readRequestKey(),
      });
      const title = ownerText(parcelName(parcel), corrected.owner?.memberCode ?? null);
      showToast({ title, kind: "success" });
      onCorrected({ kind: "owner_corrected", parcel: corrected });
      onClose();
      refetch();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("receiving-mistakes.wrongOwner")}
      intro={
        <Text size="sm">
          {owner.memberCode === null
            ? t("receiving-mistakes.ownerText")
            : t("receiving-mistakes.ownerTextOf", { code: formatMemberCode(owner.memberCode) })}
        </Text>
      }
      submitLabel={t("receiving-mistakes.correctOwner")}
      onCancel={onClose}
    >
      <TextInput
        {...form.field("memberCode")}
        label={t("receiving-mistakes.memberCode")}
        description={t("receiving-mistakes.memberCodeHint")}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <ReasonField {...form.field("reason")} />
    </DialogForm>
  );
}

function ReasonField(props: object) {
  return (
    <TextInput
      {...props}
      label={t("common.reason")}
      maxLength={500}
      autoComplete="off"
      withAsterisk
    />
  );
}

function UndoForm({ parcel, onClose, onCorrected }: FormProps & { parcel: StaffInboundParcel }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema: undoSchema,
    initialValues: { reason: t("receiving-mistakes.undoReason") },
    startAt: "reason",
    draft: { name: `undo-receiving:${parcel.id}` },
    onSubmit: async (values, { showToast, readRequestKey }) => {
      const { state } = await client.receiving.undoReceiving({
        inboundParcelId: parcel.id,
        reason: values.reason,
        idempotencyKey: readRequestKey(),
      });
      const title = t(`receiving-mistakes.undone.${state}`, { number: parcelName(parcel) });
      showToast({ title, kind: "success" });
      onCorrected({ kind: "undone", parcel });
      onClose();
      refetch();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("receiving-mistakes.undo")}
      intro={
        <Text size="sm">
          {t(
            parcel.owner === null
              ? "receiving-mistakes.undoTextWithoutOwner"
              : "receiving-mistakes.undoText",
          )}
        </Text>
      }
      submitLabel={t("receiving-mistakes.undoReceiving")}
      color="red"
      onCancel={onClose}
    >
      <ReasonField {...form.field("reason")} />
    </DialogForm>
  );
}

/** Asks for the reason, so that Enter answers it. */
export function MistakeDialog(props: FormProps & { readonly mistake: Mistake | null }) {
  const { mistake, ...handlers } = props;
  return (
    <Dialog
      isOpen={mistake !== null}
      onClose={props.onClose}
      title={
        mistake === null
          ? null
          : t(`receiving-mistakes.title.${mistake.kind}`, { number: parcelName(mistake.parcel) })
      }
    >
      {mistake === null ? null : mistake.kind === "owner" ? (
        <OwnerForm key={mistake.parcel.id} parcel={mistake.parcel} {...handlers} />
      ) : (
        <UndoForm key={mistake.parcel.id} parcel={mistake.parcel} {...handlers} />
      )}
    </Dialog>
  );
}
