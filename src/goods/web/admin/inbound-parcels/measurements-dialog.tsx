import { Button, Chip, Group, Input, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import * as z from "zod/mini";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { StaffReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import { parseDimensions } from "#catalogue/rules/dimensions.ts";
import { parcelConditions, receivingLimits } from "#goods/rules/receiving.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { weightGramsOf } from "#goods/web/packages/package-fields.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { conditionLabel } from "#goods/web/parcels/parcel-texts.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { checkedText, parsedText, requiredText } from "#ui/web/field-rules.ts";
import { Form, FormAlert } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";

/** Whether the measurements are new, or replace those of a wrong record. */
export type MeasurementsPurpose = {
  readonly kind: "measure" | "correct";
  /** Whose measurements the form begins with. */
  readonly record: StaffReceivingRecord;
};

const { maxWeightGrams, maxSideMillimeters } = receivingLimits;

function sidesOf(text: string) {
  return parseDimensions(text, maxSideMillimeters);
}

const measured = {
  weight: parsedText(
    (text) => {
      const weightGrams = weightGramsOf(text);
      return weightGrams !== null && weightGrams <= maxWeightGrams ? weightGrams : null;
    },
    () => t("receiving-records.weightInvalid"),
  ),
  sides: z.pipe(
    checkedText((text) =>
      text === "" || sidesOf(text) !== null ? null : t("receiving-records.sidesInvalid"),
    ),
    z.transform(sidesOf),
  ),
  condition: z.enum(parcelConditions),
  battery: z.enum(batteryKinds),
  /** The flags with blanks between them. */
  goods: z.pipe(
    z.string(),
    z.transform((text: string) => goodsFlags.filter((flag) => text.split(" ").includes(flag))),
  ),
  note: z.string().check(z.trim()),
};
const schemas = {
  measure: z.object({ ...measured, reason: z.string() }),
  correct: z.object({
    ...measured,
    reason: requiredText(() => t("receiving-records.reasonMissing")),
  }),
};

function typedOf({ weightGrams, sidesMm, condition, battery, ...record }: StaffReceivingRecord) {
  return {
    weight: String(weightGrams / 1000),
    sides: sidesMm === null ? "" : sidesMm.map((side) => side / 10).join(" "),
    condition,
    battery,
    goods: record.goodsFlags.join(" "),
    note: "",
    reason: "",
  };
}

function useMeasurementsForm(
  parcel: StaffInboundParcel,
  { kind, record }: MeasurementsPurpose,
  onDone: () => void,
) {
  const client = useApiClient();
  const refetch = useRefetch();
  return useAppForm({
    schema: schemas[kind],
    initialValues: typedOf(record),
    startAt: "weight",
    draft: { name: `${kind}:${parcel.id}`, version: record.id },
    onSubmit: async (values, { showToast, readRequestKey }) => {
      const { weight: weightGrams, sides: sidesMm, goods, reason, ...rest } = values;
      const common = {
        measurements: { ...rest, weightGrams, sidesMm, goodsFlags: goods, scale: "typed" as const },
        recordedAt: new Date().toISOString(),
        idempotencyKey: readRequestKey(),
      };
      if (kind === "measure")
        await client.receiving.measureAgain({ inboundParcelId: parcel.id, ...common });
      else
        await client.receiving.correctReceivingRecord({
          receivingRecordId: record.id,
          reason,
          ...common,
        });
      const title = t(
        kind === "measure" ? "receiving-records.saved" : "receiving-records.corrected",
      );
      showToast({ title, kind: "success" });
      onDone();
      refetch();
    },
  });
}

type MeasurementsFields = ReturnType<typeof useMeasurementsForm>;

function GoodsField({ form }: { form: MeasurementsFields }) {
  const labelId = useId();
  return (
    <Input.Wrapper
      label={t("receiving-records.goods")}
      labelElement="div"
      labelProps={{ id: labelId }}
    >
      <Chip.Group
        multiple
        value={form.values.goods.split(" ")}
        onChange={(flags) => form.write({ goods: flags.join(" ").trim() })}
      >
        <Group gap="xs" role="group" aria-labelledby={labelId}>
          {goodsFlags.map((flag) => (
            <Chip key={flag} value={flag} size="md">
              {goodsFlagLabel(flag)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

function MeasuredFields({ form }: { form: MeasurementsFields }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          {...form.field("weight")}
          label={t("receiving-records.weightKg")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
        />
        <TextInput
          {...form.field("sides")}
          label={t("receiving-records.sidesCm")}
          description={t("receiving-records.sidesHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          maxLength={30}
        />
        <Select
          {...form.select("condition")}
          label={t("receiving-records.condition")}
          data={parcelConditions.map((value) => ({ value, label: conditionLabel(value) }))}
          allowDeselect={false}
        />
        <Select
          {...form.select("battery")}
          label={t("receiving-records.battery")}
          data={batteryKinds.map((value) => ({ value, label: batteryLabel(value) }))}
          allowDeselect={false}
        />
      </SimpleGrid>
      <GoodsField form={form} />
      <Textarea
        {...form.field("note")}
        label={t("receiving-records.noteField")}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
      />
    </>
  );
}

function MeasurementsForm(props: {
  parcel: StaffInboundParcel;
  purpose: MeasurementsPurpose;
  onDone: () => void;
}) {
  const { parcel, purpose } = props;
  const form = useMeasurementsForm(parcel, purpose, props.onDone);
  const isCorrection = purpose.kind === "correct";
  const failure =
    apiErrorCode(form.error) === "conflict"
      ? t("receiving-records.replacedMeanwhile")
      : apiErrorMessage(form.error, t("receiving-records.notSaved"));
  return (
    <Form
      form={form}
      label={t(isCorrection ? "receiving-records.correct" : "receiving-records.measureAgain")}
    >
      <Text size="sm" c="dimmed">
        {t(isCorrection ? "receiving-records.correctText" : "receiving-records.measureText")}
      </Text>
      <FormAlert message={form.error === null ? null : failure} />
      <MeasuredFields form={form} />
      {isCorrection ? (
        <TextInput
          {...form.field("reason")}
          label={t("receiving-records.reasonField")}
          autoComplete="off"
          maxLength={500}
          withAsterisk
        />
      ) : null}
      <Group gap="sm">
        <Button type="submit" loading={form.isSubmitting}>
          {t("receiving-records.save")}
        </Button>
      </Group>
    </Form>
  );
}

function titleOf(parcel: StaffInboundParcel, { kind }: MeasurementsPurpose): string {
  const number = parcelName(parcel);
  return kind === "correct"
    ? t("receiving-records.correctTitle", { number })
    : t("receiving-records.measureTitle", { number });
}

/**
 * Records new measurements of a parcel, or replaces a wrong record.
 * @param props.purpose null closes the dialog.
 */
export function MeasurementsDialog(props: {
  parcel: StaffInboundParcel;
  purpose: MeasurementsPurpose | null;
  onClose: () => void;
}) {
  const { parcel, purpose } = props;
  return (
    <Dialog
      isOpen={purpose !== null}
      onClose={props.onClose}
      size="lg"
      title={purpose === null ? null : titleOf(parcel, purpose)}
    >
      {purpose === null ? null : (
        <MeasurementsForm
          key={`${purpose.kind} ${purpose.record.id}`}
          parcel={parcel}
          purpose={purpose}
          onDone={props.onClose}
        />
      )}
    </Dialog>
  );
}
