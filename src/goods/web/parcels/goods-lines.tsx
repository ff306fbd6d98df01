import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useEffect, useRef, useState } from "react";
import { goodsItemLimits, type GoodsItem } from "#goods/rules/goods-item.ts";
import { useApi } from "#goods/web/api.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import type { AppForm } from "#ui/web/app-form.ts";
import { FormAlert } from "#ui/web/form.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { GoodsLine } from "./goods-line.tsx";
import { isEmptyLine, lineField, lineKeys, withLine, withoutLine } from "./goods-texts.ts";

/** Goods that were declared last, each added by a press. */
function RecentGoods({ form }: { form: AppForm<string> }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    ...useApi().goods.listRecentItems.queryOptions({ input: {} }),
    enabled: isOpen,
  });
  const add = (item: GoodsItem) => {
    const [first] = lineKeys(form.values);
    const isFirst = lineKeys(form.values).length === 1 && isEmptyLine(form.values, first ?? 0);
    const texts = isFirst ? { ...form.values, lines: "" } : form.values;
    form.write(withLine(texts, { ...item, netGrams: null }));
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <RowButton
          aria-expanded={isOpen}
          loading={isOpen && data === undefined && error === null}
          onClick={() => setOpen(!isOpen)}
        >
          {t("parcel-goods.recent")}
        </RowButton>
      </Group>
      {isOpen && data === undefined && error !== null ? (
        <FormAlert message={apiErrorMessage(error, t("common.noDataLost"))} />
      ) : null}
      {isOpen && data?.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("parcel-goods.none")}
        </Text>
      ) : null}
      {isOpen && data !== undefined && data.items.length > 0 ? (
        <Group gap="xs">
          {data.items.map((item) => (
            <RowButton key={item.description} onClick={() => add(item)}>
              {item.description}
            </RowButton>
          ))}
        </Group>
      ) : null}
    </Stack>
  );
}

/** Focuses a field that the next rendering adds, or that is left when another goes. */
function useNextFocus(form: AppForm<string>) {
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    form.focus(next.current);
    next.current = null;
  });
  return (name: string) => {
    next.current = name;
  };
}

/** The goods of a form, line by line, with what adds further ones. */
export function GoodsLines({ form }: { form: AppForm<string> }) {
  const focusNext = useNextFocus(form);
  const keys = lineKeys(form.values);
  const add = () => {
    const texts = withLine(form.values);
    form.write(texts);
    focusNext(lineField("description", lineKeys(texts).at(-1) ?? 0));
  };
  const remove = (key: number, place: number) => {
    form.write(withoutLine(form.values, key));
    focusNext(lineField("description", keys[place + 1] ?? keys[place - 1] ?? key));
  };
  return (
    <>
      {keys.map((key, place) => (
        <GoodsLine
          key={key}
          form={form}
          line={key}
          number={place + 1}
          onRemove={keys.length === 1 ? null : () => remove(key, place)}
        />
      ))}
      <Group gap="sm" align="flex-start">
        {keys.length < goodsItemLimits.perParcel ? (
          <RowButton leftSection={<Plus size={16} aria-hidden="true" />} onClick={add}>
            {t("parcel-goods.add")}
          </RowButton>
        ) : null}
        <RecentGoods form={form} />
      </Group>
    </>
  );
}
