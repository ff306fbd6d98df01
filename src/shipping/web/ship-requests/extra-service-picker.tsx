import { Chip, Group, Stack, Text, TextInput } from "@mantine/core";
import { useId } from "react";
import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";
import { extraServiceLimits } from "#catalogue/rules/extra-service.ts";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { TickBox } from "#ui/web/tick-box.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./ship-requests.module.css";
import * as z from "zod/mini";

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
    <li className={classes["pickerService"]}>
      <TickBox
        label={name}
        isTicked={isTicked}
        onTick={(isWanted) => choose(isWanted ? places : [], 1)}
      />
      <div className={classes["pickerWhat"]}>
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
      <ul className="plain-list" aria-label={t("ship-requests.extra.title")}>
        {props.offered.map((service) => (
          <Choice key={service.code} {...props} service={service} />
        ))}
      </ul>
    </Stack>
  );
}

/** A chosen extra service; `inboundParcelId` is null for the package. */
export type ChosenExtra = {
  readonly code: string;
  readonly inboundParcelId: string | null;
  readonly quantity: number;
};

const stored = z.array(
  z.object({ code: z.string(), inboundParcelId: z.nullable(z.string()), quantity: z.number() }),
);

/** The extra services in a field; none where it holds something else. */
export function readChosenExtras(text: string): readonly ChosenExtra[] {
  if (text === "") return [];
  try {
    const read = z.safeParse(stored, JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export function writeChosenExtras(extras: readonly ChosenExtra[]): string {
  return extras.length === 0 ? "" : JSON.stringify(extras);
}

/** Whether it is ordered for single parcels. */
function isForParcels({ per }: Pick<OfferedExtraService, "per">): boolean {
  return per === "inbound_parcel" || per === "photo";
}

/** Whether more than one of it can be ordered. */
function isCounted({ per }: Pick<OfferedExtraService, "per">): boolean {
  return per === "photo" || per === "kilogram";
}

/** The chosen ones that are offered and whose parcels go. */
export function orderableExtras(
  chosen: readonly ChosenExtra[],
  offered: readonly OfferedExtraService[],
  goingIds: readonly string[],
): readonly ChosenExtra[] {
  return chosen.filter(
    ({ code, inboundParcelId }) =>
      offered.some((service) => service.code === code) &&
      (inboundParcelId === null || goingIds.includes(inboundParcelId)),
  );
}

/** What the chosen ones cost together. */
export function extrasCents(
  chosen: readonly ChosenExtra[],
  offered: readonly OfferedExtraService[],
): number {
  return chosen.reduce((sum, { code, quantity }) => {
    const service = offered.find((one) => one.code === code);
    return service === undefined || service.isFree ? sum : sum + service.priceCents * quantity;
  }, 0);
}
