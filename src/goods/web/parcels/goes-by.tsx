import { Text } from "@mantine/core";
import {
  sharedSource,
  statementsOf,
  statementText,
} from "#catalogue/web/calculator/closed-reasons/closed-reason-text.ts";
import { SharedSource } from "#catalogue/web/calculator/closed-reasons/shared-source.tsx";
import { countryText } from "#catalogue/web/i18n/country-names.ts";
import type { ParcelServices } from "#goods/contract/parcel-services.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./goods.module.css";

function ClosedServices({ closed }: Pick<ParcelServices, "closed">) {
  const shared = sharedSource(closed);
  return (
    <details className={classes["closed"]}>
      <summary>{t("parcel-goods.closedServices", { count: closed.length })}</summary>
      <ul className={`plain-list ${classes["list"]}`}>
        {closed.map(({ service, reasons }) => (
          <li key={service.code}>
            <Text span size="sm" fw={500}>
              {service.name}
            </Text>
            <ul className="plain-list">
              {statementsOf({ reasons }).map((statement) => (
                <li key={statement.key}>
                  <Text span size="sm">
                    {statementText(statement, shared)}
                  </Text>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <SharedSource shared={shared} />
    </details>
  );
}

/** Whether every service refuses something in it, so that no proof, address or day would help. */
function isRefused({ count, closed }: ParcelServices): boolean {
  return (
    count === 0 &&
    closed.every(({ reasons }) =>
      reasons.some(({ kind, needsProof }) => kind === "goods_rule" && needsProof !== true),
    )
  );
}

/** By how many services a parcel goes as far as is known of it, and why not by the others. */
export function GoesBy({ services }: { services: ParcelServices }) {
  const { count, of, closed, countryCode } = services;
  if (of === 0) return null;
  return (
    <div>
      <Text size="sm">
        {countryCode === null
          ? t("parcel-goods.goesBy", { count, of })
          : t("parcel-goods.goesByTo", { count, of, country: countryText(countryCode) })}
      </Text>
      {isRefused(services) ? <Text size="sm">{t("parcel-goods.refused")}</Text> : null}
      {closed.length === 0 ? null : <ClosedServices closed={closed} />}
    </div>
  );
}
