import { Stack, Text } from "@mantine/core";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ShelvedBox } from "#shipping/contract/shelved-boxes.ts";
import { sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { ParcelLine, ParcelLines } from "#goods/web/parcels/parcel-lines.tsx";
import { DefinitionList } from "#ui/web/definition-list.tsx";
import { Weight } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";
import { ParcelNumber } from "./shipped-parcels.tsx";

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
