import { Chip, Group, Stack, Text, TextInput } from "@mantine/core";
import { useId } from "react";
import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";
import { extraServiceLimits } from "#catalogue/rules/extra-service.ts";
import { joinSentences } from "#ui/web/i18n/join-sentences.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { TickBox } from "#ui/web/tick-box.tsx";
import { isCounted, isForParcels, type ChosenExtra } from "./chosen-extras.ts";
import { t } from "./messages.ts";
import classes from "./extra-service-picker.module.css";

/** A parcel for which extra services can be chosen. */
type ParcelChoice = { readonly id: string; readonly name: string };

type Props = {
  offered: readonly OfferedExtraService[];
  parcels: readonly ParcelChoice[];
  chosen: readonly ChosenExtra[];
  onChange: (chosen: readonly ChosenExtra[]) => void;
};

/** What an extra service costs the reader. */
export function priceText({ isFree, per, priceCents }: OfferedExtraService): string {
  return isFree
    ? t("ship-requests.extra.free")
    : t(`ship-requests.extra.price.${per}`, { price: moneyText(priceCents) });
}

/** When an extra service is done, and that it may not be possible. */
export function promiseText({ promisedHours, canRefuse }: OfferedExtraService): string {
  const hours = t("ship-requests.extra.promised", { hours: promisedHours });
  return canRefuse ? joinSentences([hours, t("ship-requests.extra.mayBeRefused")]) : hours;
}

/** How many of a service: of each of its parcels, or of the package. */
function Quantity(props: { label: string; value: number; onChange: (quantity: number) => void }) {
  const { quantity: maximum } = extraServiceLimits;
  return (
    <TextInput
      label={props.label}
      inputMode="numeric"
      maxLength={2}
      w="6rem"
      value={props.value === 0 ? "" : String(props.value)}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replaceAll(/\D/g, "");
        props.onChange(Math.min(maximum, Number(digits)));
      }}
      onBlur={() => props.onChange(Math.max(1, props.value))}
    />
  );
}

function ParcelChips(props: {
  label: string;
  parcels: readonly ParcelChoice[];
  chosenIds: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId}>
      <Text id={labelId} size="sm" mb={4}>
        {props.label}
      </Text>
      <Chip.Group multiple value={[...props.chosenIds]} onChange={props.onChange}>
        <Group gap="xs">
          {props.parcels.map(({ id, name }) => (
            <Chip key={id} value={id} size="sm" radius="md" variant="outline">
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  );
}

function Choice(props: Props & { service: OfferedExtraService }) {
  const { service, parcels, chosen, onChange } = props;
  const { code, name } = service;
  const own = chosen.filter((extra) => extra.code === code);
  const others = chosen.filter((extra) => extra.code !== code);
  const isTicked = own.length > 0;
  const quantity = own[0]?.quantity ?? 1;
  const choose = (ids: readonly (string | null)[], count = quantity) =>
    onChange([...others, ...ids.map((id) => ({ code, inboundParcelId: id, quantity: count }))]);
  const places = isForParcels(service) ? parcels.map(({ id }) => id) : [null];
  const nameId = useId();
  return (
    <li className={classes["service"]}>
      <TickBox
        label={name}
        isTicked={isTicked}
        onTick={(isWanted) => choose(isWanted ? places : [], 1)}
      />
      <div className={classes["what"]}>
        <Group justify="space-between" gap="0 0.75rem" align="baseline">
          <Text id={nameId} span fw={500} size="sm">
            {name}
          </Text>
          <Text span size="sm" className="figures">
            {priceText(service)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {promiseText(service)}
        </Text>
        {isTicked && isForParcels(service) && parcels.length > 1 ? (
          <ParcelChips
            label={t("ship-requests.extra.forParcels")}
            parcels={parcels}
            chosenIds={own.flatMap(({ inboundParcelId }) => inboundParcelId ?? [])}
            onChange={(ids) => choose(ids)}
          />
        ) : null}
        {isTicked && isCounted(service) ? (
          <Quantity
            label={t("ship-requests.extra.countOf", { per: service.per })}
            value={quantity}
            onChange={(count) =>
              choose(
                own.map(({ inboundParcelId }) => inboundParcelId),
                count,
              )
            }
          />
        ) : null}
      </div>
    </li>
  );
}

/** The extra services that can be ordered, with price and promised time; the ticked ones are chosen. */
export function ExtraServicePicker(props: Props) {
  return (
    <Stack gap="sm">
      <ul className={classes["services"]} aria-label={t("ship-requests.extra.title")}>
        {props.offered.map((service) => (
          <Choice key={service.code} {...props} service={service} />
        ))}
      </ul>
    </Stack>
  );
}
