import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import { isValueDoubted } from "#goods/rules/value-doubt.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/** What customs may ask, in sentences; nothing of values that their customer has confirmed. */
export function warningTexts(
  warnings: readonly GoodsWarning[],
  isValueConfirmed: boolean,
): readonly string[] {
  const list = new Intl.ListFormat(readerLocale());
  return warnings
    .filter((warning) => !(isValueConfirmed && isValueDoubted([warning])))
    .map(({ index, kind, stopWords }) =>
      t(`parcel-goods.warning.${kind}`, {
        number: (index ?? 0) + 1,
        words: list.format(stopWords),
      }),
    );
}
