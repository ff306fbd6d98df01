import { Button, Group, Text, TextInput } from "@mantine/core";
import { useEffect } from "react";
import * as z from "zod/mini";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { formatMemberCode, parseMemberCode } from "#people/rules/member-code.ts";
import { useApiClient } from "#goods/web/api.ts";
import { parcelName } from "#goods/web/parcels/parcel-name.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormError } from "#ui/web/form-error.tsx";
import { Form } from "#ui/web/form.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "./messages.ts";
import { useClaimsRefresh } from "./refresh-claims.ts";

const matchSchema = z.object({
  memberCode: requiredText(() => t("admin-unmatched.memberCodeMissing")),
  reason: requiredText(() => t("admin-unmatched.reasonMissing")),
});

/** Whether `text` is the member code of the parcel's owner. */
function isOwnerCode(parcel: StaffInboundParcel, text: string): boolean {
  const parsed = parseMemberCode(text);
  return parsed.ok && parsed.code === parcel.owner?.memberCode;
}

/**
 * Gives a parcel to the customer with a member code.
 * @param props.declared the awaited parcel that was chosen, whose owner's code fills the form.
 */
export function MatchForm(props: {
  inboundParcelId: string;
  declared: StaffInboundParcel | null;
  onDone: () => void;
}) {
  const { inboundParcelId, declared } = props;
  const client = useApiClient();
  const refresh = useClaimsRefresh();
  const form = useAppForm({
    schema: matchSchema,
    initialValues: { memberCode: "", reason: "" },
    fieldOf: { invalid_member_code: "memberCode" },
    draft: { name: `match-parcel:${inboundParcelId}` },
    onSubmit: async ({ memberCode, reason }, { removeDraft }) => {
      const isDeclarers = declared !== null && isOwnerCode(declared, memberCode);
      try {
        await client.parcelClaims.matchInboundParcel({
          inboundParcelId,
          memberCode,
          declaredParcelId: isDeclarers ? declared.id : null,
          reason,
        });
        removeDraft();
        showToast({ title: t("admin-unmatched.given"), kind: "success", place: "unmatched" });
        props.onDone();
      } finally {
        refresh();
      }
    },
  });
  useEffect(() => {
    const code = declared?.owner?.memberCode;
    if (declared === null || code === null || code === undefined) return;
    form.write({
      memberCode: formatMemberCode(code),
      reason: t("admin-unmatched.nearReason", { number: parcelName(declared) }),
    });
    form.focus("reason");
    // Only choosing another parcel fills the form again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [declared]);
  const isDeclarers = declared !== null && isOwnerCode(declared, form.values.memberCode);
  return (
    <Form form={form} label={t("admin-unmatched.give")}>
      <FormError form={form} fallback={t("toasts.unexpected.description")} />
      <TextInput
        {...form.field("memberCode")}
        label={t("admin-unmatched.memberCode")}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        withAsterisk
      />
      <TextInput
        {...form.field("reason")}
        label={t("common.reason")}
        description={t("admin-unmatched.reasonHint")}
        maxLength={500}
        autoComplete="off"
        withAsterisk
      />
      {isDeclarers ? (
        <Text size="sm">{t("admin-unmatched.takesOver", { number: parcelName(declared) })}</Text>
      ) : null}
      <Group justify="flex-end">
        <Button type="submit" loading={form.isSubmitting}>
          {t("admin-unmatched.giveTo")}
        </Button>
      </Group>
    </Form>
  );
}
