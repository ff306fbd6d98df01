import { Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { GoodsItemInput } from "#goods/contract/goods-item-fields.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Code } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { ChosenNumber } from "./chosen-numbers.ts";
import { GoodsLines } from "./goods-lines.tsx";
import { goodsSchema, goodsTexts, isEmptyLine, isLineField, lineField } from "./goods-texts.ts";

/** Why the description of a line is refused. */
export type RefusedLine = { readonly index: number; readonly message: string };

type Props = {
  readonly number: ChosenNumber;
  readonly refused: RefusedLine | null;
  readonly onStated: (items: GoodsItemInput[]) => void;
  readonly onClose: () => void;
};

function useDeclaredGoods({ number, refused, onStated }: Props) {
  const form = useAppForm({
    schema: goodsSchema,
    initialValues: goodsTexts(number.goodsItems),
    startAt: lineField("description", refused?.index ?? 0),
    draft: { name: `goods:${number.trackingNumber}`, isAddedField: isLineField },
    onSubmit: (lines) => {
      const filled = lines.filter(({ key }) => !isEmptyLine(form.values, key));
      onStated(filled.map(({ item }) => item));
    },
  });
  const { element, reject } = form;
  const isSaid = useRef(false);
  useEffect(() => {
    if (element === null || refused === null || isSaid.current) return;
    isSaid.current = true;
    reject({ [lineField("description", refused.index)]: refused.message });
  });
  return form;
}

/** Where what is in a parcel is stated before it is declared. */
export function DeclaredGoods(props: Props) {
  const form = useDeclaredGoods(props);
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
    </DialogForm>
  );
}
