import { Anchor, Group, Alert, List, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { InboundParcel, InboundParcelEvent } from "#goods/contract/inbound-parcels.ts";
import { seenGoods } from "#goods/rules/found-goods.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { gatheringPackageName } from "#goods/rules/package-number.ts";
import { CopyButton } from "#ui/web/hint.tsx";
import { DefinitionList, type Definition } from "#ui/web/section-card.tsx";
import { Code, Moment, Weight } from "#ui/web/figures.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { useCarrierNames, conditionLabel, parcelImageLabel } from "./parcel-texts.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { MeasuredParcel, ParcelImage } from "#goods/contract/parcel-measurements.ts";
import classes from "./parcel-facts.module.css";
import { ParcelPicture } from "./parcel-picture.tsx";
import { batteryLabel, goodsFlagLabel, sidesText } from "#catalogue/web/i18n/contents-labels.ts";
import { EventList } from "#goods/web/packages/event-list.tsx";

const colors: Readonly<Record<InboundParcel["state"], StatusColor>> = {
  expected: "gray",
  received: "green",
  packed: "sea",
  departed: "sea",
  returned: "gray",
  disposed: "gray",
  cancelled: "gray",
};

/** The carrier, and how certain it is. */
function carrierText(parcel: InboundParcel, carrier: string | null): string {
  if (carrier === null) return t("parcel-details.unknown");
  const { carrierConfidence } = parcel;
  if (carrierConfidence === "given") return t("parcel-details.carrierGiven", { carrier });
  if (carrierConfidence === "certain") return carrier;
  return t("parcel-details.carrierLikely", { carrier });
}

function PackageLink(props: { parcel: InboundParcel }) {
  const { packageId } = props.parcel;
  if (packageId === null) return <span>{t("parcels.notInPackage")}</span>;
  return (
    <Anchor component={Link} size="sm" to={`/dashboard/packages?package=${packageId}`}>
      {gatheringPackageName(props.parcel)}
    </Anchor>
  );
}

/** What is known about a parcel. */
export function ParcelFacts(props: { parcel: InboundParcel }) {
  const { parcel } = props;
  const { nameOf } = useCarrierNames();
  const items: Definition[] = [
    {
      term: t("common.trackingNumber"),
      value:
        parcel.trackingNumber === null ? (
          t("common.none")
        ) : (
          <Group component="span" gap={4} wrap="nowrap" my={-6}>
            <Code>{parcel.trackingNumber}</Code>
            <CopyButton value={parcel.trackingNumber} label={t("parcel-details.copyNumber")} />
          </Group>
        ),
    },
    {
      term: t("common.state"),
      value: (
        <StatusBadge label={t(`parcels.state.${parcel.state}`)} color={colors[parcel.state]} />
      ),
    },
    { term: t("common.carrier"), value: carrierText(parcel, nameOf(parcel.carrierCode)) },
    { term: t("parcel-details.package"), value: <PackageLink parcel={parcel} /> },
  ];
  if (parcel.source === "declared")
    items.push({
      term: t("parcel-details.declaredAt"),
      value: <Moment at={parcel.createdAt} withTime />,
    });
  if (parcel.courierDeliveredAt !== null)
    items.push({
      term: t("parcel-details.courierDeliveredAt"),
      value: <Moment at={parcel.courierDeliveredAt} withTime />,
    });
  if (parcel.receivedAt !== null)
    items.push(
      { term: t("parcel-details.receivedAt"), value: <Moment at={parcel.receivedAt} withTime /> },
      {
        term: t("parcel-details.labelCode"),
        value: <Code>{formatLabelCode(parcel.labelCode)}</Code>,
      },
    );
  if (parcel.warehouseName !== null)
    items.push({ term: t("parcel-details.warehouse"), value: parcel.warehouseName });
  return <DefinitionList columns={2} items={items} />;
}

/** The heading of a parcel's page. */
export function parcelTitle(parcel: InboundParcel): string {
  return t("parcel-details.title", { number: parcelName(parcel) });
}

/** The weight, with the scale's photo beside it. */
function WeightWithPhoto(props: { weightGrams: number; photo: ParcelImage | undefined }) {
  const { weightGrams, photo } = props;
  return (
    <span className={classes["weight"]}>
      <Weight weightGrams={weightGrams} />
      {photo === undefined ? null : (
        <Anchor
          href={photo.imageUrl}
          target="_blank"
          rel="noopener"
          className={`cover-image ${classes["scale"]}`}
        >
          <ParcelPicture url={photo.thumbnailUrl} alt={parcelImageLabel(photo.kind)} />
        </Anchor>
      )}
    </span>
  );
}

function Condition(props: { condition: MeasuredParcel["condition"] }) {
  const { condition } = props;
  return (
    <>
      <span className={classes["condition"]} data-condition={condition}>
        {conditionLabel(condition)}
      </span>
      <Text span display="block" size="xs" c="dimmed">
        {t(`parcel-details.conditionText.${condition}`)}
      </Text>
    </>
  );
}

/** What the battery and the goods mean for shipping; nothing where they close nothing. */
function Restrictions(props: { measured: MeasuredParcel }) {
  const { batteries, goods } = seenGoods(props.measured);
  const restrictions = [
    ...batteries.filter((kind) => kind !== "none" && kind !== "unknown"),
    ...goods,
  ];
  if (restrictions.length === 0) return null;
  return (
    <Alert color="yellow" title={t("parcel-details.restrictions")}>
      <Stack gap="xs">
        <List size="sm">
          {restrictions.map((restriction) => (
            <List.Item key={restriction}>
              {t(`parcel-details.restriction.${restriction}`)}
            </List.Item>
          ))}
        </List>
        <Text size="sm">{t("parcel-details.restrictionsText")}</Text>
      </Stack>
    </Alert>
  );
}

/** Weight, size, condition and goods of a received parcel, and what they mean. */
export function MeasuredFacts(props: { measured: MeasuredParcel; images: readonly ParcelImage[] }) {
  const { measured, images } = props;
  const { weightGrams, sidesMm, condition } = measured;
  const seen = seenGoods(measured);
  const goods = [...seen.batteries.map(batteryLabel), ...seen.goods.map(goodsFlagLabel)];
  const scalePhoto = images.findLast(({ kind }) => kind === "scale");
  return (
    <Stack gap="lg">
      <DefinitionList
        columns={2}
        items={[
          {
            term: t("parcel-details.weight"),
            value: <WeightWithPhoto weightGrams={weightGrams} photo={scalePhoto} />,
          },
          {
            term: t("parcel-details.size"),
            value:
              sidesMm === null ? (
                t("parcel-details.notMeasured")
              ) : (
                <span className="figures">{sidesText(sidesMm)}</span>
              ),
          },
          { term: t("parcel-details.condition"), value: <Condition condition={condition} /> },
          { term: t("parcel-details.goods"), value: goods.join(" · ") },
        ]}
      />
      <Restrictions measured={measured} />
    </Stack>
  );
}

function textOf({ kind, ...event }: InboundParcelEvent): string {
  const name = gatheringPackageName(event);
  if (kind === "put_into_package" && name === null)
    return t("parcel-details.event.put_into_deleted");
  if (kind === "taken_out" && name === null) return t("parcel-details.event.taken_out_of_deleted");
  return t(`parcel-details.event.${kind}`, { trackingNumber: name });
}

const byStaffAlways: ReadonlySet<InboundParcelEvent["kind"]> = new Set([
  "received",
  "measured_again",
  "corrected",
  "stored",
  "departed",
  "matched",
  "merged",
  "packed",
  "unpacked",
  "owner_corrected",
  "receiving_undone",
  "return_asked",
  "disposal_asked",
  "removal_declined",
  "returned",
  "disposed",
]);

/** What happened to a parcel, newest first. */
export function ParcelHistory(props: { events: readonly InboundParcelEvent[] }) {
  return (
    <EventList
      events={props.events}
      textOf={(event) => {
        const text = textOf(event);
        const isNamed = event.byStaff && !byStaffAlways.has(event.kind);
        return isNamed ? t("parcel-details.byStaff", { event: text }) : text;
      }}
    />
  );
}
