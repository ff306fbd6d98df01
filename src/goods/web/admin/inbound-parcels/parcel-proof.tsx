import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { GoodsProof } from "#goods/contract/goods-proof-fields.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { useApi, useApiClient } from "#goods/web/api.ts";
import { Proofs } from "#goods/web/admin/unmatched/claim-facts.tsx";
import { useAction, useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog, DialogSection } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { Moment } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useMayUse } from "#ui/web/permissions.ts";

const schema = z.object({ reason: requiredText(() => t("admin-goods-proof.reasonMissing")) });

type Decided = { readonly inboundParcelId: string; readonly fileId: string };

function RefuseForm(props: { decided: Decided; onClose: () => void }) {
  const { decided, onClose } = props;
  const client = useApiClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    startAt: "reason",
    draft: { name: `refuse-proof:${decided.inboundParcelId}` },
    onSubmit: async ({ reason }, { showToast }) => {
      await client.goods.refuseProof({ ...decided, reason });
      showToast({ title: t("admin-goods-proof.refused"), kind: "success" });
      onClose();
      refetch();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("admin-goods-proof.refuse")}
      intro={<Text size="sm">{t("admin-goods-proof.refuseText")}</Text>}
      submitLabel={t("admin-goods-proof.refuse")}
      onCancel={onClose}
    >
      <Textarea {...form.field("reason")} label={t("common.reason")} rows={3} maxLength={500} />
    </DialogForm>
  );
}

function Decision(props: {
  parcel: StaffInboundParcel;
  proof: GoodsProof;
  fileId: string;
  onCover: (isCovered: boolean) => void;
}) {
  const { parcel, proof, fileId, onCover } = props;
  const [isRefusing, setRefusing] = useState(false);
  const refuse = (isOpen: boolean) => {
    setRefusing(isOpen);
    onCover(isOpen);
  };
  const decided = { inboundParcelId: parcel.id, fileId };
  const { run, isRunning } = useAction(useApi().goods.acceptProof.mutationOptions(), {
    done: () => ({ title: t("admin-goods-proof.accepted") }),
    failed: () => t("admin-goods-proof.notSaved"),
  });
  return (
    <>
      <Group gap="sm">
        {proof.state === "seen" ? null : (
          <Button loading={isRunning} onClick={() => void run(decided)}>
            {t("admin-goods-proof.accept")}
          </Button>
        )}
        {proof.state === "not_enough" ? null : (
          <Button variant="default" onClick={() => refuse(true)}>
            {t("admin-goods-proof.refuse")}
          </Button>
        )}
      </Group>
      <Dialog
        isOpen={isRefusing}
        onClose={() => refuse(false)}
        title={t("admin-goods-proof.refuseTitle", { number: parcelName(parcel) })}
      >
        {isRefusing ? <RefuseForm decided={decided} onClose={() => refuse(false)} /> : null}
      </Dialog>
    </>
  );
}

/**
 * The proof of what is in a parcel, which staff look at.
 * @param props.onCover whether a dialog covers the one in which this stands.
 */
export function ParcelProof(props: {
  parcel: StaffInboundParcel;
  proof: GoodsProof;
  onCover: (isCovered: boolean) => void;
}) {
  const { proof } = props;
  const mayDecide = useMayUse("goodsCorrections");
  const newest = proof.files.at(-1);
  return (
    <DialogSection title={t("admin-goods-proof.title")}>
      <Stack gap="sm">
        <Text size="sm">
          <span>{t(`admin-goods-proof.state.${proof.state}`)}</span>
          <span> · </span>
          <Moment
            at={proof.state === "sent" ? proof.sentAt : (proof.decidedAt ?? proof.sentAt)}
            withTime
          />
        </Text>
        {proof.reason === "" ? null : <Text size="sm">{proof.reason}</Text>}
        <Proofs files={proof.files} />
        {mayDecide && newest !== undefined ? <Decision {...props} fileId={newest.id} /> : null}
      </Stack>
    </DialogSection>
  );
}
