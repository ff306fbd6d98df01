import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ShipDeclaration } from "#shipping/contract/declarations.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { formatDeclaredValue, parcelName } from "#goods/rules/inbound-parcel.ts";
import { itemText, propertiesOf } from "#goods/web/parcels/item-text.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { Code, readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import classes from "./ship-requests.module.css";

// With its lists it is more than all else of the page.
const GoodsForm = lazyPart(
  async () => (await import("#goods/web/parcels/goods-form.tsx")).GoodsForm,
);

// Most goods give customs nothing to ask.
const DeclaredNotes = lazyPart(async () => (await import("./declared-notes.tsx")).DeclaredNotes);

type Parcel = ShipDeclaration["parcels"][number];
type Missing = ShipDeclaration["missing"][number];

/** What all declared goods are in one line: 3 lines · USD 42.10. */
export function declarationSummary({ parcels, totals }: ShipDeclaration): string {
  const count = parcels.reduce((sum, { goodsItems }) => sum + goodsItems.length, 0);
  const values = totals.map(({ currency, valueMinor }) =>
    formatDeclaredValue(valueMinor, currency, readerLocale()),
  );
  const lines = t("ship-requests.customs.lines", { count });
  return [lines, ...values].join(" · ");
}

function missingTexts(missing: readonly Missing[]): string[] {
  return missing.flatMap(({ index, parts }) =>
    index === null
      ? [t("ship-requests.customs.nothing")]
      : parts.map((part) => t(`parcel-goods.missing.${part}`, { number: index + 1 })),
  );
}

/** What goods weigh by themselves; what nobody typed is divided by us. */
function NetWeight(props: { item: GoodsItem; netGrams: number | null }) {
  const { item, netGrams } = props;
  if (netGrams === null) return null;
  const weight = t("ship-requests.customs.grams", {
    grams: netGrams.toLocaleString(readerLocale()),
  });
  return (
    <Text size="sm" c="dimmed">
      {item.netGrams === netGrams ? weight : t("ship-requests.customs.divided", { weight })}
    </Text>
  );
}

/** A parcel with what is in it, and a button that states it. */
function DeclaredParcel(props: {
  parcel: Parcel;
  missing: readonly Missing[];
  /** The places of goods without identifiers that customs ask for. */
  unidentified: readonly number[];
  mayChange: boolean;
  onChange: () => void;
}) {
  const { parcel, missing, unidentified, mayChange } = props;
  const { goodsItems, correctedItems } = parcel;
  const name = parcel.description === "" ? parcelName(parcel) : parcel.description;
  return (
    <li className={classes["declared"]} data-missing={missing.length > 0}>
      <Stack gap={4} miw={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {parcel.description === "" ? <Code>{name}</Code> : name}
        </Text>
        {goodsItems.map((item, at) => (
          <Stack key={at} gap={0}>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {itemText(item)}
            </Text>
            {propertiesOf(item).length === 0 ? null : (
              <Text size="sm" c="dimmed">
                {propertiesOf(item).join(" · ")}
              </Text>
            )}
            <NetWeight item={item} netGrams={parcel.netGrams[at] ?? null} />
            {correctedItems.includes(at) ? (
              <Text size="sm" c="dimmed">
                {t("ship-requests.customs.corrected")}
              </Text>
            ) : null}
          </Stack>
        ))}
        {missingTexts(missing).map((text) => (
          <Text key={text} size="sm" c="red">
            {text}
          </Text>
        ))}
        {parcel.warnings.length + unidentified.length === 0 ? null : (
          <LazyPart>
            <DeclaredNotes parcel={parcel} unidentified={unidentified} />
          </LazyPart>
        )}
      </Stack>
      {mayChange ? (
        <Button
          size="compact-sm"
          variant={missing.length > 0 ? "filled" : "default"}
          aria-label={t(
            missing.length > 0
              ? "ship-requests.customs.completeNamed"
              : "ship-requests.customs.changeNamed",
            { parcel: name },
          )}
          onClick={props.onChange}
        >
          {t(
            missing.length > 0 ? "ship-requests.customs.complete" : "ship-requests.customs.change",
          )}
        </Button>
      ) : null}
    </li>
  );
}

/** What is in the parcels that go, each stated in a dialog over the page, so that nothing on it is lost. */
export function DeclaredParcels(props: {
  declaration: ShipDeclaration;
  mayChange: boolean;
  /** Said above the fields: what a change leads to. */
  warning?: string;
}) {
  const { parcels, missing, withoutIdentifiers } = props.declaration;
  const [openId, setOpenId] = useState<string | null>(null);
  const open = parcels.find(({ inboundParcelId }) => inboundParcelId === openId);
  const close = () => setOpenId(null);
  return (
    <>
      <ul className="plain-list">
        {parcels.map((parcel) => {
          const { inboundParcelId } = parcel;
          return (
            <DeclaredParcel
              key={inboundParcelId}
              parcel={parcel}
              missing={missing.filter((one) => one.inboundParcelId === inboundParcelId)}
              unidentified={withoutIdentifiers.flatMap((one) =>
                one.inboundParcelId === inboundParcelId ? one.index : [],
              )}
              mayChange={props.mayChange}
              onChange={() => setOpenId(inboundParcelId)}
            />
          );
        })}
      </ul>
      <Dialog
        isOpen={open !== undefined}
        onClose={close}
        title={t("parcel-goods.title")}
        size="xl"
        staysOnClickOutside
      >
        {open === undefined ? null : (
          <Stack gap="md">
            <Group gap="xs">
              <Code>{parcelName(open)}</Code>
            </Group>
            {props.warning === undefined ? null : (
              <Alert color="orange">
                <Text size="sm">{props.warning}</Text>
              </Alert>
            )}
            <LazyPart fallback={<LoadingLines lines={3} />}>
              <GoodsForm
                parcel={{ id: open.inboundParcelId }}
                items={open.goodsItems}
                warnings={open.warnings}
                isValueConfirmed={open.isValueConfirmed}
                onSaved={close}
              />
            </LazyPart>
          </Stack>
        )}
      </Dialog>
    </>
  );
}
