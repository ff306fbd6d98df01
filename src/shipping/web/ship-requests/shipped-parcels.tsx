import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { ParcelLine, ParcelLines } from "#goods/web/parcels/parcel-lines.tsx";
import { parcelName } from "#goods/web/parcels/parcel-name.ts";
import { Code } from "#ui/web/figures.tsx";
import { FormAlert } from "#ui/web/form.tsx";
import { TickBox } from "#ui/web/tick-box.tsx";
import { t } from "./messages.ts";
import { idsOf, type ShipFields } from "./use-ship-form.ts";

/** The number of a parcel, which leads to its page. */
export function ParcelNumber(props: { parcel: InboundParcel }) {
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
