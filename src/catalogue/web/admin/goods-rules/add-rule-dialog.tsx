import { Alert, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { countryByCode } from "#catalogue/rules/country.ts";
import { factConfidences } from "#catalogue/rules/dated-fact.ts";
import { goodsAnswers, goodsRuleLimits, ruledFlags } from "#catalogue/rules/goods-rule.ts";
import { serviceModes } from "#catalogue/rules/shipping-service.ts";
import { useApi, useApiClient } from "#catalogue/web/api.ts";
import { carrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { ruledFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import { countryOptions, matchingCountries } from "#catalogue/web/i18n/country-options.ts";
import { languageNames, languages } from "#platform/rules/language.ts";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { Select } from "#ui/web/select.tsx";

/** A limited answer closes a service until a proof was seen, or only says a condition. */
const offeredAnswers = [...goodsAnswers, "with_proof"] as const;

const schema = z.object({
  flag: z.enum(ruledFlags),
  service: z.string(),
  carrier: z.string(),
  mode: z.string(),
  country: z.string(),
  answer: z.enum(offeredAnswers),
  textEn: z.string(),
  textHant: z.string(),
  textHans: z.string(),
  source: requiredText(() => t("admin-goods-rules.sourceMissing")),
  sourceDay: requiredText(() => t("fields.dayMissing")),
  confidence: z.enum(factConfidences),
  validFrom: requiredText(() => t("fields.dayMissing")),
});
type RuleForm = AppForm<keyof z.input<typeof schema>>;

function ScopeFields({ form }: { form: RuleForm }) {
  const { items } = useCarriers();
  const { data } = useQuery(
    useApi().shippingServices.listShippingServices.queryOptions({ input: {} }),
  );
  const any = { value: "", label: t("admin-goods-rules.any") };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <Select
        {...form.select("service")}
        label={t("common.service")}
        data={[
          any,
          ...(data?.items ?? []).map(({ code, current }) => ({
            value: code,
            label: current?.name ?? code,
          })),
        ]}
      />
      <Select
        {...form.select("carrier")}
        label={t("common.carrier")}
        data={[
          any,
          ...(items ?? []).map((carrier) => ({ value: carrier.code, label: carrierName(carrier) })),
        ]}
      />
      <Select
        {...form.select("mode")}
        label={t("admin-services.field.mode")}
        data={[
          any,
          ...serviceModes.map((mode) => ({
            value: mode,
            label: t(`admin-services.mode.${mode}`),
          })),
        ]}
      />
      <Select
        {...form.select("country")}
        label={t("common.destination")}
        data={[any, ...countryOptions("byCode")]}
        filter={({ search }) => matchingCountries("byCode", search)}
        searchable
      />
    </SimpleGrid>
  );
}

function AnswerFields({ form }: { form: RuleForm }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      <Select
        {...form.select("flag")}
        label={t("admin-goods-rules.goods")}
        data={ruledFlags.map((flag) => ({ value: flag, label: ruledFlagLabel(flag) }))}
        allowDeselect={false}
      />
      <Select
        {...form.select("answer")}
        label={t("admin-goods-rules.answer")}
        data={offeredAnswers.map((answer) => ({
          value: answer,
          label:
            answer === "with_proof"
              ? t("admin-goods-rules.withProof")
              : t(`admin-goods-rules.answer.${answer}`),
        }))}
        allowDeselect={false}
      />
    </SimpleGrid>
  );
}

function FactFields({ form, today }: { form: RuleForm; today: string }) {
  const [en, hant, hans] = languages;
  const texts = [
    ["textEn", en],
    ["textHant", hant],
    ["textHans", hans],
  ] as const;
  return (
    <>
      {texts.map(([name, language]) => (
        <Textarea
          key={name}
          {...form.field(name)}
          label={t("admin-goods-rules.textIn", { language: languageNames[language] })}
          autosize
          minRows={1}
          maxLength={goodsRuleLimits.textCharacters}
        />
      ))}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.field("source")}
          label={t("admin-goods-rules.source")}
          maxLength={goodsRuleLimits.sourceCharacters}
          autoComplete="off"
          withAsterisk
        />
        <TextInput
          {...form.field("sourceDay")}
          type="date"
          label={t("admin-goods-rules.sourceDay")}
          withAsterisk
        />
        <Select
          {...form.select("confidence")}
          label={t("admin-goods-rules.confidence")}
          data={factConfidences.map((one) => ({
            value: one,
            label: t(`admin-goods-rules.confidence.${one}`),
          }))}
          allowDeselect={false}
        />
        <TextInput
          {...form.field("validFrom")}
          type="date"
          label={t("admin-goods-rules.validFrom")}
          min={today}
          withAsterisk
        />
      </SimpleGrid>
    </>
  );
}

/** The rule that was typed. */
function toRule(typed: z.output<typeof schema>) {
  const { flag, source, sourceDay, confidence, validFrom, answer } = typed;
  return {
    flag,
    serviceCode: typed.service === "" ? null : typed.service,
    carrierCode: typed.carrier === "" ? null : typed.carrier,
    mode: serviceModes.find((mode) => mode === typed.mode) ?? null,
    countryCode: countryByCode(typed.country)?.code ?? null,
    answer: answer === "with_proof" ? "limited" : answer,
    needsProof: answer === "with_proof",
    texts: { en: typed.textEn, "zh-Hant-HK": typed.textHant, "zh-Hans": typed.textHans },
    source,
    sourceDay,
    confidence,
    validFrom,
  } as const;
}

/** How many open requests the rule with these values would close. */
type Preview = { readonly values: string; readonly count: number };

function AddRuleForm({ today, onDone }: { today: string; onDone: () => void }) {
  const client = useApiClient();
  const refetch = useRefetch();
  const [initialValues] = useState({
    flag: "liquid",
    service: "",
    carrier: "",
    mode: "",
    country: "",
    answer: "refused",
    textEn: "",
    textHant: "",
    textHans: "",
    source: "",
    sourceDay: today,
    confidence: "primary",
    validFrom: today,
  });
  const [preview, setPreview] = useState<Preview | null>(null);
  const form = useAppForm({
    schema,
    initialValues,
    startAt: "flag",
    draft: { name: "goods-rule" },
    fieldOf: { invalid_storage_day: "validFrom" },
    onSubmit: async (typed, { showToast, keepDraft }) => {
      const rule = toRule(typed);
      const values = JSON.stringify(typed);
      if (preview?.values !== values) {
        const answer = await client.goodsRules.addGoodsRule({ ...rule, isPreview: true });
        const count = answer.closedRequestsCount ?? 0;
        setPreview({ values, count });
        if (count > 0) {
          keepDraft();
          return;
        }
      }
      await client.goodsRules.addGoodsRule(rule);
      refetch();
      showToast({
        title: t("admin-goods-rules.added"),
        description: ruledFlagLabel(rule.flag),
        kind: "success",
      });
      onDone();
    },
  });
  const typed = z.safeParse(schema, form.values);
  const isPreviewed = typed.success && preview?.values === JSON.stringify(typed.data);
  const closedCount = isPreviewed ? preview.count : 0;
  return (
    <DialogForm
      form={form}
      label={t("admin-goods-rules.add")}
      submitLabel={t(closedCount > 0 ? "admin-goods-rules.addAnyway" : "admin-goods-rules.add")}
      onCancel={onDone}
    >
      <AnswerFields form={form} />
      <ScopeFields form={form} />
      <FactFields form={form} today={today} />
      <div role="status">
        {closedCount > 0 ? (
          <Alert color="yellow">{t("admin-goods-rules.wouldClose", { count: closedCount })}</Alert>
        ) : null}
      </div>
    </DialogForm>
  );
}

export function AddRuleDialog(props: { isOpen: boolean; today: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("admin-goods-rules.add")}
      size="lg"
    >
      {props.isOpen ? <AddRuleForm today={props.today} onDone={props.onClose} /> : null}
    </Dialog>
  );
}
