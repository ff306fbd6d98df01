import { SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import type { Box } from "#shipping/contract/boxes.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { decimalText } from "#platform/rules/money.ts";
import { shipRequestLimits } from "#shipping/rules/ship-request.ts";
import { useRefetch } from "#ui/web/action.ts";
import { NameInputs } from "#ui/web/admin/name-inputs.tsx";
import { nameInLanguage, nameRules, namesOf, nameTexts } from "#ui/web/admin/names.ts";
import { AmountInput } from "#money/web/admin/wallets/amount-input.tsx";
import { useApiClient } from "#shipping/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import {
  dayField,
  isOn,
  priceText,
  sidesText,
  sourceField,
  switchText,
  wholeNumberText,
  SourceFields,
  SwitchField,
} from "./shared-fields.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { sourceText, storedSource } from "./source-texts.ts";

const schema = z.object({
  ...nameRules,
  sides: sidesText,
  emptyGrams: wholeNumberText(0, shipRequestLimits.weightGrams, () =>
    t("packing-prices.emptyGramsInvalid"),
  ),
  price: priceText,
  isActive: z.string(),
  validFrom: dayField,
  source: sourceField,
});

function textsOf(box: Box | null) {
  return {
    ...nameTexts(box?.names),
    sides: box === null ? "" : box.sidesMm.map((side) => side / 10).join(" "),
    emptyGrams: box?.emptyGrams.toString() ?? "",
    price: box === null ? "" : decimalText(box.priceCents),
    isActive: switchText(box?.isActive ?? true),
    validFrom: box?.validFrom ?? todayOfRates(new Date()),
    source: sourceText(box?.source ?? ""),
  };
}

function BoxForm(props: { box: Box | null; onDone: () => void }) {
  const { box } = props;
  const client = useApiClient();
  const [initialValues] = useState(() => textsOf(box));
  const refresh = useRefetch();
  const form = useAppForm({
    schema,
    initialValues,
    startAt: "nameEn",
    draft: { name: `box:${box?.id ?? "new"}` },
    onSubmit: async (typed, { removeDraft, showToast, readRequestKey }) => {
      const { sides, emptyGrams, price, isActive, validFrom, source } = typed;
      const entered = {
        names: namesOf(typed),
        emptyGrams,
        validFrom,
        source: storedSource(source),
        warehouseId: box?.warehouseId ?? null,
        sidesMm: sides,
        priceCents: price,
        isActive: isOn(isActive),
      };
      await (box === null
        ? client.boxes.createBox({ ...entered, idempotencyKey: readRequestKey() })
        : client.boxes.updateBox({ ...entered, boxId: box.id, expectedVersion: box.version }));
      removeDraft();
      refresh();
      showToast({
        title: t("packing-prices.saved"),
        description: nameInLanguage(entered),
        kind: "success",
      });
      props.onDone();
    },
    // What somebody else saved belongs into the list behind the form.
    onError: refresh,
  });
  return (
    <DialogForm
      form={form}
      label={titleOf(box)}
      submitLabel={t("packing-prices.save")}
      onCancel={props.onDone}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
        <NameInputs form={form} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.field("sides")}
          label={t("packing-prices.sides")}
          placeholder="40 30 25"
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          withAsterisk
        />
        <TextInput
          {...form.field("emptyGrams")}
          label={t("packing-prices.emptyGrams")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          withAsterisk
        />
        <AmountInput field={form.field("price")} label={t("packing-prices.price")} />
      </SimpleGrid>
      <SourceFields form={form} />
      <SwitchField
        form={form}
        name="isActive"
        label={t("packing-prices.boxIsActive")}
        description={t("packing-prices.boxIsActiveHint")}
      />
    </DialogForm>
  );
}

function titleOf(box: Box | null): string {
  return box === null
    ? t("packing-prices.addBox")
    : t("packing-prices.editNamed", { name: nameInLanguage(box) });
}

/** @param props.box null for a new one. */
export function BoxDialog(props: { isOpen: boolean; box: Box | null; onClose: () => void }) {
  const { box, isOpen, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={titleOf(box)} size="lg">
      {isOpen ? <BoxForm key={`${box?.id}:${box?.version}`} box={box} onDone={onClose} /> : null}
    </Dialog>
  );
}
