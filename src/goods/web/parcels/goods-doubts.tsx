import { Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import { isValueDoubted } from "#goods/rules/value-doubt.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { FormAlert } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import { LabelledTickBox } from "#ui/web/tick-box.tsx";
import { lineField, lineKeys, type GoodsTexts } from "./goods-texts.ts";
import { warningTexts } from "./goods-warnings.ts";

/** What the goods of a form cost, to see a change of it. */
function pricesIn(values: GoodsTexts): string {
  const fields = ["quantity", "value", "currency"] as const;
  return lineKeys(values)
    .flatMap((line) => fields.map((name) => values[lineField(name, line)]))
    .join("\n");
}

/**
 * What customs may ask about the goods of a form, and the field `paid`: that a price which looks too low is what was paid, which
 * nobody else changes.
 */
export function GoodsDoubts(props: { form: AppForm<string>; warnings: readonly GoodsWarning[] }) {
  const { form, warnings } = props;
  const isPaid = form.values["paid"] === "yes";
  const texts = warningTexts(warnings, isPaid);
  const priced = pricesIn(form.values);
  const paidFor = useRef(priced);
  useEffect(() => {
    if (paidFor.current === priced) return;
    paidFor.current = priced;
    // What was said of other values does not speak for new ones.
    if (isPaid) form.write({ paid: "" });
  });
  return (
    <>
      {texts.length > 0 ? <FormAlert kind="info" message={joinSentences(texts)} /> : null}
      {isValueDoubted(warnings) ? (
        <div>
          <LabelledTickBox
            label={t("parcel-goods.paid")}
            isTicked={isPaid}
            onTick={(isTicked) => form.write({ paid: isTicked ? "yes" : "" })}
          />
          <Text size="xs" c="dimmed">
            {t("parcel-goods.paidHint")}
          </Text>
        </div>
      ) : null}
    </>
  );
}
