import { SegmentedControl, Stack, Text } from "@mantine/core";
import * as z from "zod/mini";
import { itemFindings, type ItemFinding } from "#goods/rules/contents-check.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { itemText } from "#goods/web/parcels/item-text.ts";
import type { Field } from "#ui/web/app-form.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./packing.module.css";

function findingsIn(text: string, count: number): (ItemFinding | null)[] {
  const texts = text.split(",");
  return Array.from(
    { length: count },
    (_, at) => itemFindings.find((finding) => finding === texts[at]) ?? null,
  );
}

/** The findings as the text of a form, one for each of `count` goods items. */
export function findingsField(count: number) {
  return z.pipe(
    z.string(),
    z.transform((text: string, context) => {
      const findings = findingsIn(text, count);
      const known = findings.filter((finding) => finding !== null);
      if (known.length === count) return known;
      context.issues.push({ code: "custom", message: t("packing.checkMissing"), input: text });
      return z.NEVER;
    }),
  );
}

/** What is declared to be in a parcel, line by line, to be compared with what is there. */
export function CheckOfContents({ items, field }: { items: readonly GoodsItem[]; field: Field }) {
  const findings = findingsIn(field.value, items.length);
  const choose = (chosen: string, place: number) =>
    field.onChange(findings.map((one, at) => (at === place ? chosen : (one ?? ""))).join(","));
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
