import { Text } from "@mantine/core";
import { ClosedServiceList } from "#catalogue/web/calculator/closed-reasons/closed-services.tsx";
import { countryText } from "#catalogue/web/i18n/country-names.ts";
import type { ParcelServices } from "#goods/contract/parcel-services.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./goods.module.css";

type Props = {
  readonly services: ParcelServices;
  /** Whether it has not arrived. */
  readonly isExpected: boolean;
};

/** What follows where every service refuses it; null where some may take it. */
function refusedText({ services: { refused, countryCode }, isExpected }: Props): string | null {
  if (refused === null) return null;
  if (refused === "there" && countryCode !== null)
    return t("parcel-goods.refusedTo", { country: countryText(countryCode) });
  return t(isExpected ? "parcel-goods.refusedExpected" : "parcel-goods.refused");
}

/** By how many services a parcel goes as far as is known of it, and why not by the others. */
export function GoesBy(props: Props) {
  const { count, of, closed, countryCode } = props.services;
  const refused = refusedText(props);
  if (of === 0) return null;
  return (
    <div>
      <Text size="sm">
        {countryCode === null
          ? t("parcel-goods.goesBy", { count, of })
          : t("parcel-goods.goesByTo", { count, of, country: countryText(countryCode) })}
      </Text>
      {refused === null ? null : <Text size="sm">{refused}</Text>}
      {closed.length === 0 ? null : (
        <details className={classes["closed"]}>
          <summary>{t("parcel-goods.closedServices", { count: closed.length })}</summary>
          <ClosedServiceList closed={closed} classNames={{ list: classes["list"] ?? "" }} />
        </details>
      )}
    </div>
  );
}
