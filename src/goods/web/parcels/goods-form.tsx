import { Button, Group } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useState } from "react";
import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { useApiClient } from "#goods/web/api.ts";
import { useRefetched } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useAppForm, type AppForm } from "#ui/web/app-form.ts";
import { FocusedAlert, Form } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { GoodsDoubts } from "./goods-doubts.tsx";
import { GoodsLines } from "./goods-lines.tsx";
import {
  goodsSchema,
  goodsTexts,
  isEmptyLine,
  isLineField,
  lineField,
  lineKeys,
} from "./goods-texts.ts";
import { wholeGoodsText } from "./item-text.ts";

/** What somebody else has saved in the meantime, and the line whose description is refused. */
function dataOf(error: unknown): { readonly current?: GoodsItem[]; readonly index?: number } {
  return error instanceof ORPCError
    ? (error.data as { current?: GoodsItem[]; index?: number })
    : {};
}

function messageOf(error: unknown, current: readonly GoodsItem[] | null): string | null {
  if (error === null) return null;
  if (current !== null && apiErrorCode(error) === "conflict") {
    return t("parcel-details.conflict", { values: wholeGoodsText(current) });
  }
  return apiErrorMessage(error, t("parcel-details.notSaved"));
}

type Props = {
  readonly parcel: Pick<InboundParcel, "id"> & { readonly state?: InboundParcel["state"] };
  readonly items: readonly GoodsItem[];
  /** What customs may ask about them as they are stored. */
  readonly warnings: readonly GoodsWarning[];
  readonly isValueConfirmed: boolean;
  readonly onSaved: () => void;
};

function useGoodsForm({ parcel, items, isValueConfirmed, onSaved }: Props) {
  const client = useApiClient();
  const refetched = useRefetched();
  // What was shown when the form appeared, or what somebody else saved and the form has said.
  const [expectedVersion, setExpectedVersion] = useState(items);
  const [current, setCurrent] = useState<readonly GoodsItem[] | null>(null);
  // A description that is refused is shown at its field alone.
  const [isRefused, setRefused] = useState(false);
  const form: AppForm<string> = useAppForm({
    schema: goodsSchema,
    initialValues: { ...goodsTexts(items), paid: isValueConfirmed ? "yes" : "" },
    draft: {
      name: `goods:${parcel.id}`,
      ...(parcel.state === undefined ? {} : { version: parcel.state }),
      isAddedField: isLineField,
    },
    onSubmit: async (lines, { showToast, removeDraft }) => {
      await client.goods.saveItems({
        inboundParcelId: parcel.id,
        items: lines.map(({ item }) => item),
        isValueConfirmed: form.values["paid"] === "yes",
        expectedVersion: [...expectedVersion],
      });
      removeDraft();
      showToast({ title: t("parcel-goods.saved"), kind: "success" });
      await refetched();
      onSaved();
    },
    onError: (error) => {
      const { current: stored, index } = dataOf(error);
      if (apiErrorCode(error) === "conflict" && stored !== undefined) {
        setCurrent(stored);
        setExpectedVersion(stored);
      }
      const isOfLine = apiErrorCode(error) === "description_refused" && index !== undefined;
      setRefused(isOfLine);
      if (!isOfLine) return;
      const filled = lineKeys(form.values).filter((key) => !isEmptyLine(form.values, key));
      const message = apiErrorMessage(error, t("parcel-details.notSaved"));
      form.reject({ [lineField("description", filled[index] ?? 0)]: message });
    },
  });
  return { form, message: isRefused ? null : messageOf(form.error, current) };
}

/** Where a customer states what is in a parcel. */
export function GoodsForm(props: Props) {
  const { form, message } = useGoodsForm(props);
  return (
    <Form form={form} label={t("parcel-goods.title")}>
      {message === null ? null : <FocusedAlert message={message} />}
      <GoodsLines form={form} />
      <GoodsDoubts form={form} warnings={props.warnings} />
      <Group gap="sm">
        <Button type="submit" loading={form.isSubmitting}>
          {t("parcel-goods.save")}
        </Button>
      </Group>
    </Form>
  );
}
