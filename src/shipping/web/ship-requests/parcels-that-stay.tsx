import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { parcelNameAndNumber } from "#goods/rules/inbound-parcel.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import { FormAlert } from "#ui/web/form.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";

type PackageName = { readonly id: string; readonly number: number };

/** Why a parcel cannot go, with a link to the package that it is in. */
function Reason(props: {
  reason: "beingSent" | "leftWith";
  parcel: InboundParcel;
  package: PackageName;
}) {
  const { reason, parcel, package: pkg } = props;
  return (
    <RichText
      id={`ship-parcels.cannotGo.${reason}`}
      values={{ parcel: parcelNameAndNumber(parcel), package: packageNumberText(pkg.number) }}
      components={{
        link: (
          <Anchor
            component={Link}
            to={`/dashboard/packages?package=${pkg.id}`}
            inherit
            style={{ whiteSpace: "nowrap" }}
          />
        ),
      }}
    />
  );
}

/** Parcels of the choice that are being sent already, by name, and in which package. */
export function BeingSent(props: {
  beingSent: ParcelsEstimate["beingSent"];
  shown: readonly InboundParcel[];
  goingIds: readonly string[];
}) {
  const { shown, goingIds } = props;
  const going = props.beingSent.filter(({ inboundParcelId }) => goingIds.includes(inboundParcelId));
  const named = going.flatMap((one) => {
    const parcel = shown.find(({ id }) => id === one.inboundParcelId);
    return parcel === undefined ? [] : [{ parcel, package: one.package }];
  });
  if (named.length === 0) return null;
  return (
    <FormAlert
      message={
        <Stack gap={4}>
          {named.map((one) => (
            <Reason key={one.parcel.id} reason="beingSent" {...one} />
          ))}
          {named.length === goingIds.length ? null : (
            <span>{t("ship-parcels.cannotGo.untick", { count: named.length })}</span>
          )}
        </Stack>
      }
    />
  );
}

/** Parcels of the choice that are not here any more, by name, and with which package they left. */
export function GoneParcels(props: { parcels: readonly InboundParcel[] }) {
  return (
    <Text span inherit display="grid">
      {props.parcels.map((parcel) => {
        const { id, state, packageId, packageNumber: number } = parcel;
        return state === "departed" && packageId !== null && number !== null ? (
          <Reason key={id} reason="leftWith" parcel={parcel} package={{ id: packageId, number }} />
        ) : (
          <span key={id}>
            {t("ship-parcels.cannotGo.notHere", { parcel: parcelNameAndNumber(parcel) })}
          </span>
        );
      })}
    </Text>
  );
}
