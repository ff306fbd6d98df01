import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState, useEffect } from "react";
import * as z from "zod/mini";
import type { StaffParcelClaim } from "#goods/contract/parcel-claims.ts";
import { useApiClient } from "#goods/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormError, Form, DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { formatMemberCode, parseMemberCode } from "#people/rules/member-code.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { showToast } from "#ui/web/toast.tsx";
import { useRefetch } from "#ui/web/action.ts";

const schema = z.object({ reason: requiredText(() => t("admin-unmatched.reasonMissing")) });

/** The parcel that a claim is granted for, and what its customer declared for it. */
type ClaimedParcel = {
  readonly id: string;
  readonly name: string;
  readonly declaredParcelId: string | null;
};

/** @param props.parcel null refuses the claim. */
function DecisionForm(props: {
  claim: StaffParcelClaim;
  parcel: ClaimedParcel | null;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { claim, parcel } = props;
  const client = useApiClient();
  const refetch = useRefetch();
  const title = t(parcel === null ? "admin-unmatched.refuse" : "admin-unmatched.grant");
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    startAt: "reason",
    draft: { name: `claim-decision:${claim.id}` },
    onSubmit: async ({ reason }, { showToast, removeDraft }) => {
      try {
        await client.parcelClaims.decideClaim({
          claimId: claim.id,
          inboundParcelId: parcel?.id ?? null,
          declaredParcelId: parcel?.declaredParcelId ?? null,
          reason,
        });
        removeDraft();
        const id = parcel === null ? "admin-unmatched.refused" : "admin-unmatched.granted";
        showToast({ title: t(id), kind: "success" });
        props.onDone();
      } finally {
        refetch();
      }
    },
  });
  return (
    <DialogForm
      form={form}
      label={title}
      submitLabel={title}
      {...(parcel === null ? { color: "red" } : {})}
      onCancel={props.onCancel}
      intro={
        <Text size="sm">
          {parcel === null
            ? t("admin-unmatched.refuseText")
            : t("admin-unmatched.grantText", { number: parcel.name })}
        </Text>
      }
    >
      <TextInput
        {...form.field("reason")}
        label={t("common.reason")}
        description={t("admin-unmatched.reasonHint")}
        maxLength={500}
        autoComplete="off"
        withAsterisk
      />
    </DialogForm>
  );
}

/**
 * Decides an open claim: granted for one of `parcels`, or refused; each with a reason.
 * @param props.onGranted is called after the parcel was given away.
 */
export function ClaimDecision(props: {
  claim: StaffParcelClaim;
  parcels: readonly ClaimedParcel[];
  onGranted: () => void;
  onRefused: () => void;
}) {
  const { claim, parcels } = props;
  const [decision, setDecision] = useState<ClaimedParcel | "refuse" | null>(null);
  if (decision !== null) {
    const parcel = decision === "refuse" ? null : decision;
    return (
      <DecisionForm
        key={parcel?.id ?? "refuse"}
        claim={claim}
        parcel={parcel}
        onCancel={() => setDecision(null)}
        onDone={() => {
          setDecision(null);
          if (parcel === null) props.onRefused();
          else props.onGranted();
        }}
      />
    );
  }
  const isClosed = claim.claimant.accountState === "closed";
  return (
    <Stack gap="xs">
      {isClosed ? <Text size="sm">{t("admin-unmatched.closedText")}</Text> : null}
      <Group gap="sm">
        {isClosed
          ? null
          : parcels.map((parcel) => (
              <Button key={parcel.id} size="sm" onClick={() => setDecision(parcel)}>
                {parcels.length === 1
                  ? t("admin-unmatched.grant")
                  : t("admin-unmatched.grantFor", { number: parcel.name })}
              </Button>
            ))}
        <Button size="sm" variant="light" color="red" onClick={() => setDecision("refuse")}>
          {t("admin-unmatched.refuse")}
        </Button>
      </Group>
    </Stack>
  );
}

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
  const refetch = useRefetch();
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
        refetch();
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
