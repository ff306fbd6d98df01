import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { ParcelLine, ParcelLines } from "#goods/web/parcels/parcel-lines.tsx";
import { parcelName } from "#goods/web/parcels/parcel-texts.ts";
import { Code, Weight } from "#ui/web/figures.tsx";
import { FormAlert } from "#ui/web/form.tsx";
import { TickBox } from "#ui/web/tick-box.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { idsOf, type ShipFields } from "./use-ship-form.ts";
import type { ShelvedBox } from "#shipping/contract/boxes.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";

/** The number of a parcel, which leads to its page. */
function ParcelNumber(props: { parcel: InboundParcel }) {
  return (
    <Anchor component={Link} size="sm" to={`/dashboard/parcels/${props.parcel.id}`}>
      <Code>{parcelName(props.parcel)}</Code>
    </Anchor>
  );
}

/** What goes: the parcels that are here, ticked until they are to stay, and those that are still awaited. */
export function ShippedParcels(props: {
  form: ShipFields;
  here: readonly InboundParcel[];
  parcels: readonly InboundParcel[];
}) {
  const { form, here, parcels } = props;
  const { error, "data-path": path } = form.field("leftOut");
  const hereIds = here.map(({ id }) => id);
  const leftOut = idsOf(form.values.leftOut, hereIds);
  const awaited = parcels.filter(({ state }) => state === "expected");
  const tick = (id: string, isTicked: boolean) =>
    form.write({
      leftOut: (isTicked ? leftOut.filter((one) => one !== id) : [...leftOut, id]).join(" "),
    });
  return (
    <Stack gap="md">
      <Stack gap="xs" data-path={path}>
        <FormAlert message={error} />
        <ParcelLines>
          {here.map((parcel) => (
            <ParcelLine
              key={parcel.id}
              parcel={parcel}
              number={<ParcelNumber parcel={parcel} />}
              before={
                <TickBox
                  label={t("ship-requests.parcels.send", { parcel: parcelName(parcel) })}
                  isTicked={!leftOut.includes(parcel.id)}
                  onTick={(isTicked) => tick(parcel.id, isTicked)}
                />
              }
            />
          ))}
        </ParcelLines>
        {leftOut.length === 0 ? null : (
          <Text size="sm" c="dimmed">
            {t("ship-requests.parcels.stay", { count: leftOut.length })}
          </Text>
        )}
      </Stack>
      {awaited.length === 0 ? null : (
        <section aria-label={t("ship-requests.parcels.awaited")}>
          <Text size="sm" fw={600}>
            {t("ship-requests.parcels.awaited")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("ship-requests.parcels.awaitedText")}
          </Text>
          <ParcelLines>
            {awaited.map((parcel) => (
              <ParcelLine
                key={parcel.id}
                parcel={parcel}
                number={<ParcelNumber parcel={parcel} />}
              />
            ))}
          </ParcelLines>
        </section>
      )}
    </Stack>
  );
}

function Parcels(props: { title: string; text?: string; parcels: readonly InboundParcel[] }) {
  const { title, text, parcels } = props;
  if (parcels.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {text === undefined ? null : (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      <ParcelLines>
        {parcels.map((parcel) => (
          <ParcelLine key={parcel.id} parcel={parcel} number={<ParcelNumber parcel={parcel} />} />
        ))}
      </ParcelLines>
    </section>
  );
}

/** What is in a box that goes as it is, and what leaves its package then. */
export function ShelvedBoxParcels(props: {
  box: NonNullable<ShelvedBox["box"]>;
  inBox: readonly InboundParcel[];
  others: readonly InboundParcel[];
}) {
  const { weightGrams, sidesMm, boxName } = props.box;
  return (
    <Stack gap="md">
      <Text size="sm">{t("ship-requests.box.asItIs")}</Text>
      <DefinitionList
        items={[
          {
            term: t("ship-requests.packed.weight"),
            value: <Weight weightGrams={weightGrams} />,
          },
          {
            term: t("ship-requests.packed.sides"),
            value: <span className="figures">{sidesText(sidesMm)}</span>,
          },
          {
            term: t("ship-requests.packed.box"),
            value: boxName ?? t("ship-requests.packed.ownBox"),
          },
        ]}
      />
      <Parcels title={t("ship-requests.box.in")} parcels={props.inBox} />
      <Parcels
        title={t("ship-requests.box.others")}
        text={t("ship-requests.box.othersText")}
        parcels={props.others}
      />
    </Stack>
  );
}
