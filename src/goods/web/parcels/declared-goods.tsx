import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import { valueDoubts } from "#goods/rules/goods-value.ts";
import { isValueDoubted } from "#goods/rules/value-doubt.ts";
import { useApi } from "#goods/web/api.ts";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { Code } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { ChosenNumber, StatedItem } from "./chosen-numbers.ts";
import { GoodsDoubts } from "./goods-doubts.tsx";
import { GoodsLines } from "./goods-lines.tsx";
import {
  codeSourceIn,
  goodsSchema,
  goodsTexts,
  isEmptyLine,
  isLineField,
  lineField,
} from "./goods-texts.ts";

/** Why the description of a line is refused. */
export type RefusedLine = { readonly index: number; readonly message: string };

type Props = {
  readonly number: ChosenNumber;
  readonly refused: RefusedLine | null;
  readonly onStated: (stated: {
    readonly goodsItems: StatedItem[];
    readonly isValueConfirmed: boolean;
  }) => void;
  readonly onClose: () => void;
};

/** So long nothing is said of values after a key: the first digits of a price are a low one. */
const debounceMilliseconds = 500;

/** What customs will hardly believe of the values that stand in the form, of which the server knows nothing yet. */
function useValueDoubts(number: ChosenNumber) {
  const { data } = useQuery(useApi().exchangeRates.readExchangeRates.queryOptions({ input: {} }));
  const rates = data?.newest?.rates;
  const { declaredValueMinor: valueMinor, declaredCurrency: currency } = number;
  const said = valueMinor === null || currency === null ? null : { valueMinor, currency };
  return (texts: Readonly<Record<string, string>>) => {
    const lines = z.safeParse(goodsSchema, texts);
    if (rates === undefined || !lines.success) return [];
    return valueDoubts(
      lines.data.map(({ item }) => item),
      said,
      rates,
    );
  };
}

function useDeclaredGoods({ number, refused, onStated }: Props) {
  const doubtsOf = useValueDoubts(number);
  const form: AppForm<string> = useAppForm({
    schema: goodsSchema,
    initialValues: {
      ...goodsTexts(number.goodsItems),
      paid: number.isValueConfirmed ? "yes" : "",
    },
    startAt: lineField("description", refused?.index ?? 0),
    draft: { name: `goods:${number.trackingNumber}`, isAddedField: isLineField },
    onSubmit: (lines) => {
      const filled = lines.filter(({ key }) => !isEmptyLine(form.values, key));
      onStated({
        goodsItems: filled.map(({ item, key }) => ({
          ...item,
          hsCodeSource: codeSourceIn(form.values, key),
        })),
        isValueConfirmed: form.values["paid"] === "yes" && isValueDoubted(doubtsOf(form.values)),
      });
    },
  });
  const { element, reject } = form;
  const isSaid = useRef(false);
  useEffect(() => {
    if (element === null || refused === null || isSaid.current) return;
    isSaid.current = true;
    reject({ [lineField("description", refused.index)]: refused.message });
  });
  const [typed] = useDebouncedValue(form.values, debounceMilliseconds);
  return { form, doubts: doubtsOf(typed) };
}

/** Where what is in a parcel is stated before it is declared. */
export function DeclaredGoods(props: Props) {
  const { form, doubts } = useDeclaredGoods(props);
  return (
    <DialogForm
      form={form}
      label={t("parcel-goods.title")}
      intro={
        <Text size="sm">
          <Code>{props.number.trackingNumber}</Code>
        </Text>
      }
      submitLabel={t("parcel-goods.state")}
      onCancel={props.onClose}
    >
      <GoodsLines form={form} />
      <GoodsDoubts form={form} warnings={doubts} />
    </DialogForm>
  );
}
