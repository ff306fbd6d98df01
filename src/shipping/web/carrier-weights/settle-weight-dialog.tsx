import { Stack, Text, Textarea } from "@mantine/core";
import * as z from "zod/mini";
import type { CarrierWeight } from "#shipping/contract/manifests.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { WeightDifference } from "./weight-difference.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** A carrier's weight that differs, with the request and the number of its package. */
export type DifferingWeight = {
  readonly shipRequestId: string;
  readonly trackingNumber: string;
  readonly weight: CarrierWeight;
};

const schema = z.object({ reason: requiredText(() => t("carrier-weights.reasonMissing")) });

function SettleForm(props: { differing: DifferingWeight; onClose: () => void }) {
  const { shipRequestId, trackingNumber, weight } = props.differing;
  const { weightGrams } = weight;
  const client = useApiClient();
  const refetch = useRefetch();
  const form = useAppForm({
    schema,
    initialValues: { reason: "" },
    startAt: "reason",
    draft: { name: `settle-weight:${shipRequestId}:${weightGrams}` },
    onSubmit: async ({ reason }, { showToast, removeDraft }) => {
      try {
        await client.manifests.settleCarrierWeight({ shipRequestId, weightGrams, reason });
      } finally {
        refetch();
      }
      removeDraft();
      showToast({
        title: t("carrier-weights.settled"),
        description: trackingNumber,
        kind: "success",
      });
      props.onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("carrier-weights.settleTitle")}
      submitLabel={t("carrier-weights.settle")}
      conflict={t("carrier-weights.weightChanged")}
      onCancel={props.onClose}
    >
      <Textarea
        {...form.field("reason")}
        label={t("carrier-weights.found")}
        description={t("carrier-weights.foundHint")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
      />
    </DialogForm>
  );
}

/** Settles a carrier's weight that differs, with what was found; null closes it. */
export function SettleWeightDialog(props: {
  differing: DifferingWeight | null;
  onClose: () => void;
}) {
  const { differing } = props;
  return (
    <Dialog
      isOpen={differing !== null}
      onClose={props.onClose}
      title={t("carrier-weights.settleTitle")}
      size="md"
    >
      {differing === null ? null : (
        <Stack gap="md">
          <Text size="sm" component="div">
            <WeightDifference weight={differing.weight} trackingNumber={differing.trackingNumber} />
          </Text>
          <SettleForm differing={differing} onClose={props.onClose} />
        </Stack>
      )}
    </Dialog>
  );
}
