import { Anchor, Group } from "@mantine/core";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { CopyButton } from "#ui/web/copy-button.tsx";
import { DefinitionList, type Definition } from "#ui/web/definition-list.tsx";
import { Code, Moment } from "#ui/web/figures.tsx";
import { StatusBadge, type StatusColor } from "#ui/web/status-badge.tsx";
import { useCarrierNames } from "./carrier-names.ts";
import { t } from "./details-messages.ts";
import { parcelName } from "./parcel-name.ts";

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
  const { packageId, packageTrackingNumber } = props.parcel;
  if (packageId === null) return <span>{t("parcels.notInPackage")}</span>;
  return (
    <Anchor component={Link} size="sm" to={`/dashboard/packages?package=${packageId}`}>
      {packageTrackingNumber}
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
      { term: t("parcel-details.labelCode"), value: <Code>{parcel.labelCode}</Code> },
    );
  if (parcel.warehouseName !== null)
    items.push({ term: t("parcel-details.warehouse"), value: parcel.warehouseName });
  return <DefinitionList columns={2} items={items} />;
}

/** The heading of a parcel's page. */
export function parcelTitle(parcel: InboundParcel): string {
  return t("parcel-details.title", { number: parcelName(parcel) });
}
