import { Chip, Group, Input, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useId } from "react";
import * as z from "zod/mini";
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import { batteryKinds, goodsFlags } from "#catalogue/rules/shipping-service.ts";
import { batteryLabel, goodsFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import type { FoundGoods } from "#goods/rules/found-goods.ts";
import { descriptionLength } from "#goods/rules/goods-description.ts";
import {
  goodsItemLimits,
  hsCodeDigits,
  isHsCode,
  type GoodsItem,
} from "#goods/rules/goods-item.ts";
import { itemText } from "#goods/web/parcels/item-text.ts";
import { useApiClient } from "#goods/web/api.ts";
import { useRefetched } from "#ui/web/action.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { Select } from "#ui/web/select.tsx";
import classes from "./inbound-parcels.module.css";

/** A parcel whose goods are corrected. */
export type CorrectedParcel = {
  readonly inboundParcelId: string;
  readonly goodsItems: GoodsItem[];
  readonly found: FoundGoods;
};

const fields = ["description", "origin", "code", "weight", "battery", "flags"] as const;
type Name = (typeof fields)[number];

/** What is taken off of what was found: a draft takes off only what it names. */
const takenOffField = "takenOff";

const fieldOf = (name: Name, at: number) => `${name}_${at}`;

type Corrected = Pick<
  GoodsItem,
  "description" | "originCode" | "hsCode" | "netGrams" | "flags" | "battery"
>;

/** What stands in the same fields reads alike. */
const sameAs = (one: Corrected, other: Corrected) =>
  JSON.stringify(textsOf([one])) === JSON.stringify(textsOf([other]));

const wordsOf = (text: string | undefined) => (text ?? "").split(" ").filter((word) => word !== "");

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

/** What the form takes off of what was found. */
function takenOffBy(texts: Record<string, string>, { batteries, goods }: FoundGoods) {
  const words = wordsOf(texts[takenOffField]);
  return {
    batteries: batteries.filter((kind) => words.includes(kind)),
    goods: goods.filter((flag) => words.includes(flag)),
  };
}

/** The texts of the form as corrections of those goods that differ, with every text that is wrong. */
function correctionsFor(parcel: CorrectedParcel) {
  const items = parcel.goodsItems;
  return z.pipe(
    z.record(z.string(), z.string()),
    z.transform((texts: Record<string, string>, context) => {
      const wrong = (path: string, message: string) => {
        context.issues.push({ code: "custom", message, input: texts[path], path: [path] });
      };
      const textOf = (name: Name, at: number) => (texts[fieldOf(name, at)] ?? "").trim();
      const reason = (texts["reason"] ?? "").trim();
      if (reason === "") wrong("reason", t("goods-corrections.reasonMissing"));
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
          wrong(fieldOf("description", index), t("goods-corrections.descriptionMissing"));
        }
        if (hsCode !== "" && !isHsCode(hsCode)) {
          wrong(fieldOf("code", index), t("goods-corrections.codeInvalid"));
        }
        if (weight !== "" && (grams < 1 || grams > goodsItemLimits.netGrams)) {
          wrong(fieldOf("weight", index), t("goods-corrections.weightInvalid"));
        }
        if (battery === "" && description !== item.description) {
          wrong(fieldOf("battery", index), t("goods-corrections.batteryMissing"));
        }
        return [{ index, ...corrected }];
      });
      return { reason, corrections, takenOff: takenOffBy(texts, parcel.found) };
    }),
  );
}

/** Properties of goods to turn on and off. */
function ChipsField(props: {
  chosen: readonly string[];
  onChoose: (words: readonly string[]) => void;
  label: string;
  description?: string;
  options: readonly { readonly value: string; readonly label: string }[];
}) {
  const labelId = useId();
  return (
    <Input.Wrapper
      label={props.label}
      description={props.description}
      labelElement="div"
      labelProps={{ id: labelId }}
    >
      <Chip.Group multiple value={[...props.chosen]} onChange={props.onChoose}>
        <Group gap="xs" role="group" aria-labelledby={labelId}>
          {props.options.map(({ value, label }) => (
            <Chip key={value} value={value} size="sm">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

/** What services judge the goods of a line by. */
function ScreenedFields({ form, at }: { form: AppForm<string>; at: number }) {
  const name = fieldOf("flags", at);
  return (
    <>
      <Select
        {...form.select(fieldOf("battery", at))}
        label={t("goods-corrections.battery")}
        data={batteryKinds.map((value) => ({ value, label: batteryLabel(value) }))}
      />
      <ChipsField
        chosen={wordsOf(form.values[name])}
        onChoose={(flags) => form.write({ [name]: flags.join(" ") })}
        label={t("goods-corrections.properties")}
        options={goodsFlags.map((value) => ({ value, label: goodsFlagLabel(value) }))}
      />
    </>
  );
}

/** All that was found, also what a line says: it counts until it is taken off here. */
function FoundField(props: { form: AppForm<string>; found: FoundGoods }) {
  const { form, found } = props;
  const { batteries, goods } = found;
  const takenOff = wordsOf(form.values[takenOffField]);
  const options: { value: string; label: string }[] = [
    ...batteries.map((value) => ({ value, label: batteryLabel(value) })),
    ...goods.map((value) => ({ value, label: goodsFlagLabel(value) })),
  ];
  if (options.length === 0) return null;
  return (
    <ChipsField
      chosen={options.map(({ value }) => value).filter((value) => !takenOff.includes(value))}
      onChoose={(kept) => {
        const gone = options.map(({ value }) => value).filter((value) => !kept.includes(value));
        form.write({ [takenOffField]: gone.join(" ") });
      }}
      label={t("goods-corrections.found")}
      description={t("goods-corrections.foundText")}
      options={options}
    />
  );
}

function LineFields({ form, at }: { form: AppForm<string>; at: number }) {
  const description = form.field(fieldOf("description", at));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
      <TextInput
        {...description}
        onChange={(value) => {
          description.onChange(value);
          // That there is no battery was said of what stood there.
          const battery = fieldOf("battery", at);
          if (form.values[battery] === "none") form.write({ [battery]: "" });
        }}
        label={t("goods-corrections.description")}
        maxLength={descriptionLength.maximum}
        autoComplete="off"
      />
      <Select
        {...form.select(fieldOf("origin", at))}
        label={t("goods-corrections.origin")}
        data={countryOptions("byCode")}
        filter={({ search }) => matchingCountries("byCode", search)}
        searchable
      />
      <TextInput
        {...form.field(fieldOf("code", at))}
        label={t("goods-corrections.code")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
      <TextInput
        {...form.field(fieldOf("weight", at))}
        label={t("goods-corrections.weight")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
    </SimpleGrid>
  );
}

function CorrectForm(props: { parcel: CorrectedParcel; onClose: () => void }) {
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
        showToast({ title: t("goods-corrections.corrected"), kind: "success" });
      }
      removeDraft();
      await refetched();
      props.onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("goods-corrections.title")}
      intro={<Text size="sm">{t("goods-corrections.text")}</Text>}
      submitLabel={t("goods-corrections.correct")}
      onCancel={props.onClose}
    >
      {goodsItems.map((item, at) => (
        <fieldset key={at} className={classes["line"]}>
          <legend>{t("goods-corrections.line", { number: at + 1, item: itemText(item) })}</legend>
          <Stack gap="sm">
            <LineFields form={form} at={at} />
            <ScreenedFields form={form} at={at} />
          </Stack>
        </fieldset>
      ))}
      <FoundField form={form} found={found} />
      <TextInput
        {...form.field("reason")}
        label={t("common.reason")}
        description={t("goods-corrections.reasonHint")}
        maxLength={500}
        autoComplete="off"
        withAsterisk
      />
    </DialogForm>
  );
}

/** Corrects how the goods of a parcel are described to customs, with a reason; never what they cost or how many there are; and takes off what was found. */
export function CorrectGoodsDialog(props: { parcel: CorrectedParcel | null; onClose: () => void }) {
  const { parcel, onClose } = props;
  return (
    <Dialog
      isOpen={parcel !== null}
      onClose={onClose}
      title={t("goods-corrections.title")}
      size="lg"
    >
      {parcel === null ? null : <CorrectForm parcel={parcel} onClose={onClose} />}
    </Dialog>
  );
}
