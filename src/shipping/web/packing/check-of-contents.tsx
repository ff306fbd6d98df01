import { SegmentedControl, Stack, Text } from "@mantine/core";
import * as z from "zod/mini";
import {
  checkedLine,
  itemFindings,
  type CheckedItem,
  type ItemFinding,
} from "#goods/rules/contents-check.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { itemText } from "#goods/web/parcels/item-text.ts";
import type { Field } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./packing.module.css";

/** A finding with what it is of, so that it is of nothing else once other goods are declared. */
function toText(item: GoodsItem, finding: string): string {
  return JSON.stringify({ ...checkedLine(item), finding });
}

function findingsIn(text: string, items: readonly GoodsItem[]): (ItemFinding | null)[] {
  const texts = text.split("\n");
  return items.map(
    (item, at) => itemFindings.find((finding) => toText(item, finding) === texts[at]) ?? null,
  );
}

/** The findings as the text of a form, one for each of the goods items. */
export function findingsField(items: readonly GoodsItem[]) {
  return z.pipe(
    z.string(),
    z.transform((text: string, context): CheckedItem[] => {
      const findings = findingsIn(text, items);
      const known = items.flatMap((item, at) => {
        const finding = findings[at] ?? null;
        return finding === null ? [] : [{ ...checkedLine(item), finding }];
      });
      if (known.length === items.length) return known;
      context.issues.push({ code: "custom", message: t("packing.checkMissing"), input: text });
      return z.NEVER;
    }),
  );
}

/** What is declared to be in a parcel, line by line, to be compared with what is there. */
export function CheckOfContents({ items, field }: { items: readonly GoodsItem[]; field: Field }) {
  const findings = findingsIn(field.value, items);
  const choose = (chosen: string, place: number) =>
    field.onChange(
      items
        .map((item, at) => toText(item, at === place ? chosen : (findings[at] ?? "")))
        .join("\n"),
    );
  return (
    <fieldset className={classes["check"]} data-path={field["data-path"]}>
      <legend>{t("packing.check")}</legend>
      <Stack gap="sm">
        {items.map((item, at) => (
          <Stack key={at} gap={4}>
            <Text size="sm" fw={500}>
              {itemText(item)}
            </Text>
            {item.description === "" || item.descriptionOriginal === "" ? null : (
              <Text size="sm">{item.descriptionOriginal}</Text>
            )}
            <SegmentedControl
              fullWidth
              aria-label={itemText(item)}
              data={itemFindings.map((value) => ({ value, label: t(`item-finding.${value}`) }))}
              value={findings[at] ?? ""}
              onChange={(chosen) => choose(chosen, at)}
            />
          </Stack>
        ))}
        {field.error === undefined ? null : (
          <Text size="sm" c="red" role="alert">
            {field.error}
          </Text>
        )}
      </Stack>
    </fieldset>
  );
}
