import { SimpleGrid, Text, TextInput } from "@mantine/core";
import * as z from "zod/mini";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { descriptionLength } from "#goods/rules/goods-description.ts";
import {
  goodsItemLimits,
  hsCodeDigits,
  isHsCode,
  type GoodsItem,
} from "#goods/rules/goods-item.ts";
import { itemText } from "#goods/web/parcels/item-text.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useRefetched } from "#ui/web/action.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { Select } from "#ui/web/select.tsx";
import classes from "./packing.module.css";

type Parcel = PackingRequest["parcels"][number];

const fields = ["description", "origin", "code", "weight"] as const;
type Name = (typeof fields)[number];

const fieldOf = (name: Name, at: number) => `${name}_${at}`;

type Corrected = Pick<GoodsItem, "description" | "originCode" | "hsCode" | "netGrams">;

function textsOf(items: readonly Corrected[]): Record<string, string> {
  const texts = items.flatMap(({ description, originCode, hsCode, netGrams }, at) => [
    [fieldOf("description", at), description],
    [fieldOf("origin", at), originCode],
    [fieldOf("code", at), hsCode ?? ""],
    [fieldOf("weight", at), netGrams === null ? "" : String(netGrams)],
  ]);
  return { reason: "", ...(Object.fromEntries(texts) as Record<string, string>) };
}

/** The texts of the form as corrections of those goods that differ, with every text that is wrong. */
function correctionsFor(items: readonly GoodsItem[]) {
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
        const corrected: Corrected = {
          description,
          originCode,
          hsCode: hsCode === "" ? null : hsCode,
          netGrams: weight === "" ? null : grams,
        };
        const isSame = (Object.keys(corrected) as (keyof Corrected)[]).every(
          (name) => corrected[name] === item[name],
        );
        if (isSame) return [];
        if (description === "") {
          wrong(fieldOf("description", index), t("packing.correctDescriptionMissing"));
        }
        if (hsCode !== "" && !isHsCode(hsCode)) {
          wrong(fieldOf("code", index), t("packing.correctCodeInvalid"));
        }
        if (weight !== "" && (grams < 1 || grams > goodsItemLimits.netGrams)) {
          wrong(fieldOf("weight", index), t("packing.correctWeightInvalid"));
        }
        return [{ index, ...corrected }];
      });
      return { reason, corrections };
    }),
  );
}

function LineFields({ form, at }: { form: AppForm<string>; at: number }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
      <TextInput
        {...form.field(fieldOf("description", at))}
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

function CorrectForm(props: { parcel: Parcel; onClose: () => void }) {
  const { inboundParcelId, goodsItems } = props.parcel;
  const client = useApiClient();
  const refetched = useRefetched();
  const form: AppForm<string> = useAppForm({
    schema: correctionsFor(goodsItems),
    initialValues: textsOf(goodsItems),
    startAt: fieldOf("description", 0),
    draft: { name: `correct-goods:${inboundParcelId}` },
    onSubmit: async ({ reason, corrections }, { showToast, removeDraft }) => {
      if (corrections.length > 0) {
        await client.goods.correctItems({
          inboundParcelId,
          corrections,
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
          <LineFields form={form} at={at} />
        </fieldset>
      ))}
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

/** Corrects how the goods of a parcel are described to customs, with a reason; never what they cost or how many there are. */
export function CorrectGoodsDialog(props: { parcel: Parcel | null; onClose: () => void }) {
  const { parcel, onClose } = props;
  return (
    <Dialog isOpen={parcel !== null} onClose={onClose} title={t("packing.correctTitle")} size="lg">
      {parcel === null ? null : <CorrectForm parcel={parcel} onClose={onClose} />}
    </Dialog>
  );
}
