import { Button, Group, SimpleGrid, TextInput } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useState } from "react";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { DeclarationChange } from "#goods/contract/parcel-declaration.ts";
import { useRefetched } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { Form, FormAlert } from "#ui/web/form.tsx";
import { Select } from "#ui/web/select.tsx";
import { useCarrierNames } from "./parcel-texts.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import * as z from "zod/mini";
import { errorText } from "#ui/web/i18n/texts.ts";
import { checkTrackingNumber, tidyTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";

/** What somebody else has saved in the meantime; null where the error is another one. */
function conflictingDeclaration(error: unknown): DeclarationChange | null {
  if (apiErrorCode(error) !== "conflict" || !(error instanceof ORPCError)) return null;
  return (error.data as { readonly current: DeclarationChange }).current;
}

/** The fields that `current` has, in words. */
function conflictText(current: DeclarationChange, nameOf: (code: string | null) => string | null) {
  const fields = [
    [t("common.trackingNumber"), current.trackingNumber],
    [t("common.carrier"), nameOf(current.carrierCode) ?? ""],
    [t("parcel-details.shop"), current.shop],
    [t("parcel-details.orderReference"), current.orderReference],
  ] as const;
  const values = fields
    .filter(([, text]) => text !== "" && text !== undefined)
    .map(([field, text]) => t("parcel-details.conflictValue", { field, value: text }));
  const list = new Intl.ListFormat(readerLocale(), { style: "narrow", type: "conjunction" }).format(
    values,
  );
  return t("parcel-details.conflict", { values: list });
}

function useDeclarationForm(parcel: InboundParcel) {
  const client = useApiClient();
  const refetched = useRefetched();
  const [saved, setSaved] = useState<DeclarationChange | null>(null);
  const form = useAppForm({
    schema: declarationSchema,
    initialValues: declarationTexts(parcel),
    fieldOf: {
      invalid_tracking_number: "trackingNumber",
      number_declared: "trackingNumber",
    },
    draft: { name: `parcel:${parcel.id}`, version: parcel.state },
    onSubmit: async (values, { original, showToast }) => {
      await client.inboundParcels.changeDeclaration({
        inboundParcelId: parcel.id,
        fields: declarationOf(values),
        expectedVersion: saved ?? declarationOf(original),
      });
      setSaved(null);
      showToast({ title: t("parcel-details.saved"), kind: "success" });
      await refetched();
    },
    onError: (error) => setSaved(conflictingDeclaration(error) ?? saved),
  });
  return { form, saved };
}

function NumberFields({ form }: { form: AppForm<DeclarationName> }) {
  const { options } = useCarrierNames();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput
        {...form.field("trackingNumber")}
        label={t("common.trackingNumber")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
      />
      <Select
        {...form.select("carrier")}
        label={t("common.carrier")}
        data={[
          { value: carrierOfNumber, label: t("parcel-details.carrierFromNumber") },
          ...options,
        ]}
        searchable
      />
    </SimpleGrid>
  );
}

/** Corrects what was declared; the number and its carrier only until the parcel is here. */
export function DeclarationForm(props: { parcel: InboundParcel }) {
  const { parcel } = props;
  const { nameOf } = useCarrierNames();
  const { form, saved } = useDeclarationForm(parcel);
  const { error } = form;
  const message =
    error === null
      ? null
      : saved !== null && apiErrorCode(error) === "conflict"
        ? conflictText(saved, nameOf)
        : apiErrorMessage(error, t("parcel-details.notSaved"));
  return (
    <Form form={form} label={t("parcel-details.form")}>
      <FormAlert message={message} />
      {parcel.state === "expected" ? <NumberFields form={form} /> : null}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          {...form.field("shop")}
          label={t("parcel-details.shop")}
          placeholder={t("parcel-details.shopExample")}
          autoComplete="off"
          maxLength={120}
        />
        <TextInput
          {...form.field("orderReference")}
          label={t("parcel-details.orderReference")}
          autoComplete="off"
          maxLength={120}
        />
      </SimpleGrid>
      <Group gap="sm">
        <Button type="submit" loading={form.isSubmitting}>
          {t("parcel-details.save")}
        </Button>
      </Group>
    </Form>
  );
}

/** The carrier that the number suggests, as a choice. */
const carrierOfNumber = "number";

/** A parcel that came without a number, or is here already, has no number to correct. */
const trackingNumber = z.pipe(
  z.string().check(
    z.refine((text) => text === "" || checkTrackingNumber(text).ok, {
      error: () => errorText("invalid_tracking_number"),
    }),
  ),
  z.transform(tidyTrackingNumber),
);

const declarationSchema = z.object({
  trackingNumber,
  carrier: z.string(),
  shop: z.string().check(z.trim()),
  orderReference: z.string().check(z.trim()),
});
type DeclarationName = keyof z.input<typeof declarationSchema>;
type Texts = Readonly<Record<DeclarationName, string>>;

/** What the form shows of a parcel. */
function declarationTexts(parcel: InboundParcel): Texts {
  return {
    trackingNumber: parcel.trackingNumber ?? "",
    carrier: (parcel.carrierConfidence === "given" && parcel.carrierCode) || carrierOfNumber,
    shop: parcel.shop,
    orderReference: parcel.orderReference,
  };
}

/** The texts as they are sent. */
function declarationOf(texts: Texts): DeclarationChange {
  return {
    trackingNumber: texts.trackingNumber,
    carrierCode: texts.carrier === carrierOfNumber ? null : texts.carrier,
    shop: texts.shop,
    orderReference: texts.orderReference,
  };
}
