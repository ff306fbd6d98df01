import { SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { descriptionLength, saysStill } from "#goods/rules/goods-description.ts";
import {
  goodsItemLimits,
  hsCodeDigits,
  isHsCode,
  type GoodsItem,
} from "#goods/rules/goods-item.ts";
import {
  ChipsField,
  FoundField,
  takenOffBy,
  takenOffField,
  wordsOf,
} from "#goods/web/admin/inbound-parcels/found-field.tsx";
import { itemText } from "#goods/web/parcels/item-text.ts";
import { isCodeShort } from "#shipping/rules/customs-paper.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useRefetched } from "#ui/web/action.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { Select } from "#ui/web/select.tsx";
import classes from "./packing.module.css";

type Parcel = PackingRequest["parcels"][number];

const fields = ["description", "origin", "code", "weight", "battery", "flags"] as const;
type Name = (typeof fields)[number];

const fieldOf = (name: Name, at: number) => `${name}_${at}`;

type Corrected = Pick<
  GoodsItem,
  "description" | "originCode" | "hsCode" | "netGrams" | "flags" | "battery"
>;

/** What stands in the same fields reads alike. */
const sameAs = (one: Corrected, other: Corrected) =>
  JSON.stringify(textsOf([one])) === JSON.stringify(textsOf([other]));

function textsOf(items: readonly Corrected[]): Record<string, string> {
  const texts = items.flatMap(({ description, originCode, hsCode, netGrams, ...item }, at) => [
    [fieldOf("description", at), description],
    [fieldOf("origin", at), originCode],
    [fieldOf("code", at), hsCode ?? ""],
    [fieldOf("weight", at), netGrams === null ? "" : String(netGrams)],
    [fieldOf("battery", at), item.battery],
    [fieldOf("flags", at), item.flags.join(" ")],
  ]);
  return { reason: "", ...(Object.fromEntries(texts) as Record<string, string>) };
}

/** The texts of the form as corrections of those goods that differ, with every text that is wrong. */
function correctionsFor(parcel: Parcel) {
  const items = parcel.goodsItems;
  return z.pipe(
    z.record(z.string(), z.string()),
    z.transform((texts: Record<string, string>, context) => {
      const wrong = (path: string, message: string) => {
        context.issues.push({ code: "custom", message, input: texts[path], path: [path] });
      };
      const textOf = (name: Name, at: number) => (texts[fieldOf(name, at)] ?? "").trim();
      const reason = (texts["reason"] ?? "").trim();
      if (reason === "") wrong("reason", t("packing.reasonMissing"));
      const corrections = items.flatMap((item, index) => {
        const description = textOf("description", index);
        const hsCode = hsCodeDigits(textOf("code", index));
        const weight = textOf("weight", index);
        const grams = /^\d{1,6}$/.test(weight) ? Number(weight) : 0;
        const originCode: CountryCode =
          countryByCode(textOf("origin", index))?.code ?? item.originCode;
        const battery = textOf("battery", index);
        const flags = wordsOf(textOf("flags", index));
        const corrected: Corrected = {
          description,
          originCode,
          hsCode: hsCode === "" ? null : hsCode,
          netGrams: weight === "" ? null : grams,
          flags: goodsFlags.filter((flag) => flags.includes(flag)),
          battery: batteryKinds.find((kind) => kind === battery) ?? item.battery,
        };
        if (sameAs(corrected, item)) return [];
        if (description === "") {
          wrong(fieldOf("description", index), t("packing.correctDescriptionMissing"));
        }
        if (hsCode !== "" && !isHsCode(hsCode)) {
          wrong(fieldOf("code", index), t("packing.correctCodeInvalid"));
        }
        if (weight !== "" && (grams < 1 || grams > goodsItemLimits.netGrams)) {
          wrong(fieldOf("weight", index), t("packing.correctWeightInvalid"));
        }
        if (battery === "" && description !== item.description) {
          wrong(fieldOf("battery", index), t("packing.correctBatteryMissing"));
        }
        return [{ index, ...corrected }];
      });
      return { reason, corrections, takenOff: takenOffBy(texts, parcel.found) };
    }),
  );
}

/** What services judge the goods of a line by. */
function ScreenedFields({ form, at }: { form: AppForm<string>; at: number }) {
  const name = fieldOf("flags", at);
  return (
    <>
      <Select
        {...form.select(fieldOf("battery", at))}
        label={t("packing.correctBattery")}
        data={batteryKinds.map((value) => ({ value, label: batteryLabel(value) }))}
      />
      <ChipsField
        chosen={wordsOf(form.values[name])}
        onChoose={(flags) => form.write({ [name]: flags.join(" ") })}
        label={t("packing.correctProperties")}
        options={goodsFlags.map((value) => ({ value, label: goodsFlagLabel(value) }))}
      />
    </>
  );
}

/** What changes of a line when its description does, besides it. */
function redescribed(
  { values }: AppForm<string>,
  at: number,
  { description, hsCode, hsCodeSource }: GoodsItem,
  typed: string,
): Record<string, string> {
  const battery = fieldOf("battery", at);
  // That there is no battery, or nothing but one, was said of what stood there.
  const isOfText = values[battery] === "none" || values[battery] === "loose";
  const unsaid = isOfText ? { [battery]: "" } : {};
  const code = fieldOf("code", at);
  const isSaid = saysStill(typed, description);
  // So was a code that was suggested for it.
  if (hsCode === null || hsCodeSource !== "suggested" || values[code] !== (isSaid ? "" : hsCode)) {
    return unsaid;
  }
  return { ...unsaid, [code]: isSaid ? hsCode : "" };
}

type LineProps = {
  readonly form: AppForm<string>;
  readonly at: number;
  readonly item: GoodsItem;
  readonly hsDigits: number;
};

function LineFields({ form, at, item, hsDigits }: LineProps) {
  const description = form.field(fieldOf("description", at));
  const hsCode = hsCodeDigits(form.values[fieldOf("code", at)] ?? "");
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
      <TextInput
        {...description}
        onChange={(value) => {
          description.onChange(value);
          form.write(redescribed(form, at, item, value.currentTarget.value));
        }}
        label={t("packing.correctDescription")}
        maxLength={descriptionLength.maximum}
        autoComplete="off"
      />
      <Select
        {...form.select(fieldOf("origin", at))}
        label={t("packing.correctOrigin")}
        data={countryOptions("byCode")}
        filter={({ search }) => matchingCountries("byCode", search)}
        searchable
      />
      <TextInput
        {...form.field(fieldOf("code", at))}
        label={t("packing.correctCode")}
        description={
          isCodeShort({ hsCode }, hsDigits) && t("packing.correctCodeDigits", { digits: hsDigits })
        }
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
      <TextInput
        {...form.field(fieldOf("weight", at))}
        label={t("packing.correctWeight")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
    </SimpleGrid>
  );
}

type Props = { readonly hsDigits: number; readonly onClose: () => void };

function CorrectForm(props: Props & { parcel: Parcel }) {
  const { inboundParcelId, goodsItems, found } = props.parcel;
  const client = useApiClient();
  const refetched = useRefetched();
  const form: AppForm<string> = useAppForm({
    schema: correctionsFor(props.parcel),
    initialValues: { ...textsOf(goodsItems), [takenOffField]: "" },
    startAt: goodsItems.length === 0 ? "reason" : fieldOf("description", 0),
    draft: { name: `correct-goods:${inboundParcelId}` },
    onSubmit: async ({ reason, corrections, takenOff }, { showToast, removeDraft }) => {
      const { batteries, goods } = takenOff;
      if (corrections.length + batteries.length + goods.length > 0) {
        await client.goods.correctItems({
          inboundParcelId,
          corrections,
          takenOff,
          reason,
          expectedVersion: goodsItems,
        });
        showToast({ title: t("packing.corrected"), kind: "success" });
      }
      removeDraft();
      await refetched();
      props.onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("packing.correctTitle")}
      intro={<Text size="sm">{t("packing.correctText")}</Text>}
      submitLabel={t("packing.correct")}
      onCancel={props.onClose}
      fallback={t("packing.actFailed")}
    >
      {goodsItems.map((item, at) => (
        <fieldset key={at} className={classes["check"]}>
          <legend>{t("packing.correctLine", { number: at + 1, item: itemText(item) })}</legend>
          <Stack gap="sm">
            <LineFields form={form} at={at} item={item} hsDigits={props.hsDigits} />
            <ScreenedFields form={form} at={at} />
          </Stack>
        </fieldset>
      ))}
      <FoundField
        found={found}
        takenOff={form.values[takenOffField]}
        onTakeOff={(words) => form.write({ [takenOffField]: words })}
      />
      <TextInput
        {...form.field("reason")}
        label={t("common.reason")}
        description={t("packing.correctReasonHint")}
        maxLength={500}
        autoComplete="off"
        withAsterisk
      />
    </DialogForm>
  );
}

/** Corrects how the goods of a parcel are described to customs, with a reason; never what they cost or how many there are; and takes off what was found. */
export function CorrectGoodsDialog(props: Props & { parcel: Parcel | null }) {
  const { parcel, hsDigits, onClose } = props;
  return (
    <Dialog isOpen={parcel !== null} onClose={onClose} title={t("packing.correctTitle")} size="lg">
      {parcel === null ? null : (
        <CorrectForm parcel={parcel} hsDigits={hsDigits} onClose={onClose} />
      )}
    </Dialog>
  );
}
