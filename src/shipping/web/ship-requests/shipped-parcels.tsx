import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { ParcelLine, ParcelLines } from "#goods/web/parcels/parcel-lines.tsx";
import { ParcelThumbnail } from "#goods/web/parcels/parcel-picture.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { parcelTitle } from "#goods/web/parcels/parcel-texts.ts";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import { Code, Weight } from "#ui/web/figures.tsx";
import { FormAlert } from "#ui/web/form.tsx";
import { TickBox } from "#ui/web/tick-box.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { boxText, GoesBy, obstacleText, OverPlan, packedWeightText } from "./estimate-words.tsx";
import { BeingSent, GoneParcels } from "./parcels-that-stay.tsx";
import classes from "./ship-requests.module.css";
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

/** Parcels that are here and which of them go. */
export type ParcelChoice = {
  readonly shown: readonly InboundParcel[];
  readonly goingIds: readonly string[];
  readonly tick: (id: string, isTicked: boolean) => void;
  /** Those of the package that are still on the way. */
  readonly awaited: readonly InboundParcel[];
  /** Those of the choice that are not here any more. */
  readonly gone: readonly InboundParcel[];
  /** Whether they lie on the shelf again, since their box was unpacked. */
  readonly isUnpacked: boolean;
};

function ChosenParcel(props: { parcel: InboundParcel; choice: ParcelChoice }) {
  const { parcel, choice } = props;
  const { measured } = parcel;
  return (
    <li className={classes["chosenParcel"]}>
      <TickBox
        label={t("ship-requests.parcels.send", { parcel: parcelTitle(parcel) })}
        isTicked={choice.goingIds.includes(parcel.id)}
        onTick={(isTicked) => choice.tick(parcel.id, isTicked)}
      />
      <ParcelThumbnail url={parcel.thumbnailUrl} />
      <Anchor component={Link} size="sm" to={`/dashboard/parcels/${parcel.id}`}>
        {parcelTitle(parcel)}
      </Anchor>
      {measured === null ? null : <Weight weightGrams={measured.weightGrams} />}
    </li>
  );
}

/** What is known of all that go, and what refuses them together. */
function Together({ estimate, choice }: { estimate: ParcelsEstimate; choice: ParcelChoice }) {
  const weight = packedWeightText(estimate);
  const facts = [
    weight === null ? null : t("ship-parcels.packed", { weight }),
    boxText(estimate),
  ].filter((text) => text !== null);
  return (
    <>
      {facts.length === 0 ? null : (
        <Text size="sm" role="status">
          {facts.join(" · ")}
        </Text>
      )}
      <GoesBy estimate={estimate} />
      <OverPlan estimate={estimate} />
      {estimate.beingSent.length === 0 ? (
        <FormAlert message={obstacleText(estimate)} />
      ) : (
        <BeingSent {...choice} beingSent={estimate.beingSent} />
      )}
    </>
  );
}

/** What goes: the parcels that are here, ticked until they are to stay, and those that are still awaited. */
export function ChosenParcels(props: {
  choice: ParcelChoice;
  estimate: ParcelsEstimate | undefined;
}) {
  const { choice, estimate } = props;
  const { shown, goingIds, awaited, gone } = choice;
  const stayCount = shown.filter(({ id }) => !goingIds.includes(id)).length;
  return (
    <Stack gap="xs">
      {choice.isUnpacked ? <FormAlert kind="info" message={t("ship-requests.box.done")} /> : null}
      {gone.length === 0 ? null : (
        <FormAlert kind="info" message={<GoneParcels parcels={gone} />} />
      )}
      <ParcelLines>
        {shown.map((parcel) => (
          <ChosenParcel key={parcel.id} parcel={parcel} choice={choice} />
        ))}
      </ParcelLines>
      {estimate === undefined || goingIds.length === 0 ? null : (
        <Together estimate={estimate} choice={choice} />
      )}
      {stayCount === 0 ? null : (
        <Text size="sm" c="dimmed">
          {t("ship-requests.parcels.stay", { count: stayCount })}
        </Text>
      )}
      <Parcels
        title={t("ship-requests.parcels.awaited")}
        text={t("ship-requests.parcels.awaitedText")}
        parcels={awaited}
      />
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
