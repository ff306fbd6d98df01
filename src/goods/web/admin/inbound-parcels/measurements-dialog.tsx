import { Button, Chip, Group, Input, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import * as z from "zod/mini";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelImage, StaffReceivingRecord } from "#goods/contract/parcel-measurements.ts";
import { parseDimensions } from "#catalogue/rules/dimensions.ts";
import { goodsTakenOff, parcelConditions, receivingLimits } from "#goods/rules/receiving.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { weightGramsOf } from "#goods/web/packages/package-fields.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { conditionLabel } from "#goods/web/parcels/parcel-texts.ts";
import { imageRules, maxImageSize } from "#goods/web/packages/package-image-grid.tsx";
import { takenOffText } from "#goods/web/receiving/taken-off-text.ts";
import { ProofPicker } from "#goods/web/parcels/claims/proof-picker.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import {
  useChosenFiles,
  useLostFiles,
  type ChosenFile,
  type FileRules,
} from "#ui/web/chosen-files.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { ChooseAgain } from "#ui/web/draft-notes.tsx";
import { checkedText, parsedText, requiredText } from "#ui/web/field-rules.ts";
import { momentText } from "#ui/web/figures.tsx";
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
  goods: z.pipe(z.string(), z.transform(flagsIn)),
  note: z.string().check(z.trim()),
  /** The name of the chosen photo. */
  photo: z.string(),
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
    photo: "",
    reason: "",
  };
}

/** The server takes one photo at a time. */
const photoRules: FileRules = { ...imageRules, most: 1 };

/** The properties of goods in a field, with blanks between them. */
function flagsIn(text: string) {
  return goodsFlags.filter((flag) => text.split(" ").includes(flag));
}

/** When something is recorded, by the clock of the device. */
function momentOfDevice(): string {
  return new Date().toISOString();
}

/** Sends a photo of what is in a parcel, once for the chosen file. */
async function sendPhoto(
  client: ReturnType<typeof useApiClient>,
  { id: inboundParcelId }: StaffInboundParcel,
  { id: idempotencyKey, file }: ChosenFile,
): Promise<string> {
  const photo = { inboundParcelId, kind: "contents", file, idempotencyKey } as const;
  return (await client.receiving.addInboundParcelImage(photo)).id;
}

/** The newest photo of what is in a parcel that was taken since a wrong record, whoever took it. */
function newestContents(
  images: readonly ParcelImage[],
  { createdAt }: StaffReceivingRecord,
): ParcelImage | undefined {
  return images.findLast(
    (image) => image.kind === "contents" && Date.parse(image.createdAt) >= Date.parse(createdAt),
  );
}

function useMeasurementsForm(
  parcel: StaffInboundParcel,
  { kind, record }: MeasurementsPurpose,
  taken: ParcelImage | undefined,
  onDone: () => void,
) {
  const client = useApiClient();
  const refetch = useRefetch();
  const chosen = useChosenFiles(photoRules);
  const form = useAppForm({
    schema: schemas[kind],
    initialValues: typedOf(record),
    startAt: "weight",
    draft: { name: `${kind}:${parcel.id}`, version: record.id },
    onSubmit: async (values, { showToast, readRequestKey, keepDraft }) => {
      const { weight: weightGrams, sides: sidesMm, goods, reason, photo: _name, ...rest } = values;
      const [photo] = chosen.files;
      const seen = { battery: rest.battery, goodsFlags: goods };
      const needsPhoto = goodsTakenOff(record, seen) !== null;
      if (kind === "correct" && needsPhoto && photo === undefined && taken === undefined) {
        // A browser keeps its name in the draft, and not the photo.
        keepDraft();
        form.reject({ photo: t("receiving-records.photoMissing") });
        return;
      }
      const common = {
        measurements: { ...rest, weightGrams, sidesMm, goodsFlags: goods, scale: "typed" as const },
        recordedAt: momentOfDevice(),
        idempotencyKey: readRequestKey(),
      };
      if (kind === "measure")
        await client.receiving.measureAgain({ inboundParcelId: parcel.id, ...common });
      else {
        const ownId = needsPhoto && photo ? await sendPhoto(client, parcel, photo) : null;
        const imageId = ownId ?? (needsPhoto && taken ? taken.id : null);
        const receivingRecordId = record.id;
        await client.receiving.correctReceivingRecord({
          receivingRecordId,
          reason,
          imageId,
          ...common,
        });
      }
      const title = t(
        kind === "measure" ? "receiving-records.saved" : "receiving-records.corrected",
      );
      showToast({ title, kind: "success" });
      onDone();
      refetch();
    },
  });
  const lostFiles = useLostFiles(form.field("photo"), chosen.files);
  return { form, chosen, lostFiles };
}

type MeasurementsState = ReturnType<typeof useMeasurementsForm>;
type MeasurementsFields = MeasurementsState["form"];

/** What is in the parcel is shown where a correction takes something off that was seen of its goods. */
function PhotoField(props: MeasurementsState & { taken: ParcelImage | undefined }) {
  const { form, chosen, lostFiles, taken } = props;
  return (
    <>
      {taken === undefined || chosen.files.length > 0 ? null : (
        <Text size="sm">
          {t("receiving-records.photoTaken", { time: momentText(taken.createdAt, true) })}
        </Text>
      )}
      <ChooseAgain names={lostFiles} />
      <ProofPicker
        label={t("receiving-records.photo")}
        rules={t("parcel-removals.photoRules", { size: maxImageSize })}
        files={chosen.files}
        rejected={chosen.rejected}
        isLocked={form.isSubmitting}
        onAdd={(added) => void chosen.add(added)}
        onRemove={(id) => chosen.remove([id])}
        photo={form.field("photo")}
      />
    </>
  );
}

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
  images: readonly ParcelImage[];
  purpose: MeasurementsPurpose;
  onDone: () => void;
}) {
  const { parcel, purpose } = props;
  const taken = newestContents(props.images, purpose.record);
  const state = useMeasurementsForm(parcel, purpose, taken, props.onDone);
  const { form } = state;
  const isCorrection = purpose.kind === "correct";
  const battery = batteryKinds.find((kind) => kind === form.values.battery) ?? "unknown";
  const seen = { battery, goodsFlags: flagsIn(form.values.goods) };
  const takenOff = goodsTakenOff(purpose.record, seen);
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
      {takenOff === null ? null : isCorrection ? (
        <PhotoField {...state} taken={taken} />
      ) : (
        <Text size="sm" role="status">
          {t("receiving-records.goodsStay", { goods: takenOffText(takenOff) })}
        </Text>
      )}
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
  images: readonly ParcelImage[];
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
          images={props.images}
          purpose={purpose}
          onDone={props.onClose}
        />
      )}
    </Dialog>
  );
}
