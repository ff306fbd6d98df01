import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelServices } from "#goods/contract/parcel-services.ts";
import type { BatteryKind } from "#catalogue/rules/shipping-service.ts";
import { missingParts, type GoodsItem } from "#goods/rules/goods-item.ts";
import { FormAlert } from "#ui/web/form.tsx";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { itemText } from "./item-text.ts";
import classes from "./goods.module.css";

// With its lists it is more than all else of the page.
const GoodsForm = lazyPart(async () => (await import("./goods-form.tsx")).GoodsForm);

// Nothing before it is known what is in it.
const GoesBy = lazyPart(async () => (await import("./goes-by.tsx")).GoesBy);

/** What is still missing. */
function missingTexts(items: readonly GoodsItem[], recorded: BatteryKind | null): string[] {
  return items.flatMap((item, index) =>
    missingParts(item, recorded).map((part) =>
      t(`parcel-goods.missing.${part}`, { number: index + 1 }),
    ),
  );
}

function StatedGoods({ items }: { items: readonly GoodsItem[] }) {
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("parcel-goods.none")}
      </Text>
    );
  }
  return (
    <ul className={`plain-list ${classes["list"]}`}>
      {items.map((item, at) => (
        // Lines have no other name, and never move here.
        <li key={at}>
          <Text size="sm">{itemText(item)}</Text>
        </li>
      ))}
    </ul>
  );
}

/** What is in a parcel, for its customer to state while that is possible. */
export function GoodsCard(props: {
  parcel: InboundParcel;
  items: readonly GoodsItem[];
  warnings: readonly GoodsWarning[];
  isValueConfirmed: boolean;
  services: ParcelServices | null;
  isOpen: boolean;
  /** Whether a change of what is signed takes the acceptance of a price back. */
  isPriceAccepted?: boolean;
}) {
  const { parcel, items, services, isOpen } = props;
  // A form begins anew once it was saved: its lines have other keys then.
  const [round, setRound] = useState(0);
  const missing = missingTexts(items, parcel.measured?.battery ?? null);
  return (
    <SectionCard
      title={t("parcel-goods.title")}
      {...(isOpen ? { description: t("parcel-goods.text") } : {})}
    >
      {isOpen ? (
        <Stack gap="md">
          {props.isPriceAccepted ? (
            <FormAlert kind="info" message={t("parcel-goods.acceptedAgain")} />
          ) : null}
          {missing.length > 0 ? <FormAlert kind="info" message={joinSentences(missing)} /> : null}
          {services === null ? null : (
            <LazyPart>
              <GoesBy services={services} isExpected={parcel.state === "expected"} />
            </LazyPart>
          )}
          <LazyPart fallback={<LoadingLines lines={3} />}>
            <GoodsForm
              key={round}
              parcel={parcel}
              items={items}
              warnings={props.warnings}
              isValueConfirmed={props.isValueConfirmed}
              onSaved={() => setRound(round + 1)}
            />
          </LazyPart>
        </Stack>
      ) : (
        <StatedGoods items={items} />
      )}
    </SectionCard>
  );
}
