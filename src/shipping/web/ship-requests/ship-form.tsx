import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import * as z from "zod/mini";
import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import type { ShelvedBox } from "#shipping/contract/boxes.ts";
import type { ShippingEstimate } from "#shipping/contract/ship-quotes.ts";
import { packagingRemoval, unpacking } from "#catalogue/rules/extra-service.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { joinSentences, sentenceGap } from "#ui/web/i18n/texts.ts";
import { parcelName } from "#goods/web/parcels/parcel-texts.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { Form, FormAlert } from "#ui/web/form.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import {
  addressFaultTexts,
  allFaults,
  commonFaults,
  EditableRecipient,
} from "./editable-recipient.tsx";
import { AddFundsButton, capOf, modeOf, PaymentFields } from "./payment-fields.tsx";
import {
  extrasCents,
  orderableExtras,
  readChosenExtras,
  writeChosenExtras,
  ExtraServicePicker,
} from "./extra-service-picker.tsx";
import { EstimateFacts, cappedServices, EstimatedServices } from "./estimated-services.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { RequestError } from "./use-ship-request-act.tsx";
import { ShelvedBoxParcels, ShippedParcels } from "./shipped-parcels.tsx";
import { UnpackOffer } from "./unpack-box.tsx";
import { goingIds, useFollowingCap, useShipForm, type ShipFields } from "./use-ship-form.ts";

type Props = {
  details: OwnPackageDetails;
  parcels: readonly InboundParcel[];
  offered: readonly OfferedExtraService[];
  /** The package's packed box, which goes as it is. */
  shelved: ShelvedBox;
};

/** The estimate for the parcels that go, with the packaging of some of them removed. */
function useEstimate(packageId: string, going: readonly string[], without: readonly string[]) {
  return useQuery({
    ...useApi().shipRequests.estimateShipping.queryOptions({
      input: { packageId, inboundParcelIds: [...going], withoutPackaging: [...without] },
    }),
    enabled: going.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** To whom it goes, and what its carriers do not take of that. */
function WhereTo(props: { details: OwnPackageDetails; estimate: ShippingEstimate | undefined }) {
  const { details } = props;
  const items = props.estimate?.items ?? [];
  const faults = allFaults(items);
  const blocking = commonFaults(items);
  return (
    <Stack gap="md">
      {blocking.length === 0 ? null : (
        <FormAlert
          message={
            <span>
              {joinSentences([t("ship-requests.fault.blocking"), ...addressFaultTexts(blocking)])}
            </span>
          }
        />
      )}
      <EditableRecipient
        packageId={details.package.id}
        destination={details.package.destination}
        recipient={details.recipient}
        faults={faults}
      />
    </Stack>
  );
}

function How(props: { query: ReturnType<typeof useEstimate>; isNothingChosen: boolean }) {
  const { query } = props;
  if (props.isNothingChosen) {
    return (
      <Text size="sm" c="dimmed">
        {t("ship-requests.parcels.none")}
      </Text>
    );
  }
  if (query.data === undefined) {
    return (
      <NotLoaded
        query={query}
        failure={{
          title: t("ship-requests.estimate.notLoaded"),
          description: apiErrorMessage(query.error, t("common.noDataLost")),
        }}
        lines={6}
      />
    );
  }
  return (
    <Stack gap="md" style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
      <EstimateFacts estimate={query.data} />
      <EstimatedServices estimate={query.data} />
    </Stack>
  );
}

/** What the wallet has, and what it lacks for the amounts that are held at once. */
function Balance(props: { neededCents: number }) {
  const { data } = useQuery(useApi().wallet.readWallet.queryOptions({ input: {} }));
  if (data === undefined) return <LoadingLines lines={1} />;
  const missingCents = props.neededCents - data.balanceCents;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        <span>{t("ship-requests.payment.balance", { balance: moneyText(data.balanceCents) })}</span>
        {sentenceGap()}
        {props.neededCents === 0 ? null : (
          <span>{t("ship-requests.payment.held", { amount: moneyText(props.neededCents) })}</span>
        )}
      </Text>
      {missingCents > 0 ? <AddFundsButton missingCents={missingCents} variant="default" /> : null}
    </Stack>
  );
}

function Extras(props: {
  form: ShipFields;
  offered: readonly OfferedExtraService[];
  going: readonly InboundParcel[];
}) {
  const { form, offered } = props;
  const { error, "data-path": path } = form.field("extras");
  const chosen = readChosenExtras(form.values.extras);
  const going = props.going.map((parcel) => ({ id: parcel.id, name: parcelName(parcel) }));
  const counted = orderableExtras(
    chosen,
    offered,
    going.map(({ id }) => id),
  );
  const cents = extrasCents(counted, offered);
  return (
    <Stack gap="sm" data-path={path}>
      <FormAlert message={error} />
      <ExtraServicePicker
        offered={offered}
        parcels={going}
        chosen={counted}
        onChange={(extras) => form.write({ extras: writeChosenExtras(extras) })}
      />
      {counted.length === 0 ? null : (
        <Text size="sm" fw={600} role="status">
          {t("ship-requests.extra.sum", { amount: moneyText(cents) })}
        </Text>
      )}
    </Stack>
  );
}

/** The parcels that were ticked on the page from which this one was opened; none means all. */
function tickedIds(state: unknown, hereIds: readonly string[]): readonly string[] {
  const read = z.safeParse(z.object({ inboundParcelIds: z.array(z.string()) }), state);
  return read.success ? read.data.inboundParcelIds.filter((id) => hereIds.includes(id)) : [];
}

/** What goes: a packed box as it is, or the parcels that are ticked. */
function What(props: Props & { form: ShipFields; here: readonly InboundParcel[] }) {
  const { form, here, parcels, details, shelved } = props;
  const { box, unpacking: order } = shelved;
  const service = props.offered.find(({ code }) => code === unpacking);
  if (box === null) {
    return (
      <Stack gap="md">
        {order?.state === "done" ? (
          <FormAlert kind="info" message={t("ship-requests.box.done")} />
        ) : null}
        <ShippedParcels form={form} here={here} parcels={parcels} />
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <ShelvedBoxParcels
        box={box}
        inBox={here}
        others={parcels.filter(
          ({ id, state }) => state !== "departed" && !here.some((one) => one.id === id),
        )}
      />
      {service === undefined ? null : (
        <UnpackOffer packageId={details.package.id} service={service} earlier={order} />
      )}
    </Stack>
  );
}

/** The three steps of sending a package on one page, and how it is paid. */
export function ShipForm(props: Props) {
  const { details, parcels, shelved } = props;
  const { id: packageId } = details.package;
  const isBox = shelved.box !== null;
  // What is done before packing comes too late for a packed box.
  const offered = isBox ? [] : props.offered.filter(({ code }) => code !== unpacking);
  const isGoing = ({ id, state }: InboundParcel) =>
    isBox ? shelved.inboundParcelIds.includes(id) : state === "received" || state === "packed";
  const here = parcels.filter(isGoing);
  const hereIds = here.map(({ id }) => id);
  const ticked = tickedIds(useLocation().state, hereIds);
  const form = useShipForm({ packageId, hereIds, offered, ticked, isBox });
  const { values } = form;
  const going = isBox ? hereIds : goingIds(values.leftOut, hereIds);
  const extras = orderableExtras(readChosenExtras(values.extras), offered, going);
  const without = extras.flatMap(({ code, inboundParcelId }) =>
    code === packagingRemoval && inboundParcelId !== null ? [inboundParcelId] : [],
  );
  const estimate = useEstimate(packageId, going, without);
  const services = cappedServices(estimate.data);
  useFollowingCap(form, services);
  const capCents = modeOf(values.mode) === "quote_first" ? 0 : (capOf(values.cap) ?? 0);
  return (
    <Form form={form} label={t("ship-requests.ship")}>
      <RequestError error={form.error} />
      <SectionCard title={t("ship-requests.step.what")}>
        <What {...props} form={form} here={here} />
      </SectionCard>
      <SectionCard title={t("ship-requests.step.where")}>
        <WhereTo details={details} estimate={estimate.data} />
      </SectionCard>
      <SectionCard
        title={t("ship-requests.step.how")}
        description={t(isBox ? "ship-requests.box.howText" : "ship-requests.howText")}
      >
        <How query={estimate} isNothingChosen={going.length === 0} />
      </SectionCard>
      {isBox || offered.length === 0 ? null : (
        <SectionCard
          title={t("ship-requests.extra.title")}
          description={t("ship-requests.extra.text")}
        >
          <Extras
            form={form}
            offered={offered}
            going={here.filter(({ id }) => going.includes(id))}
          />
        </SectionCard>
      )}
      <SectionCard title={t("ship-requests.payment.title")}>
        <Stack gap="lg">
          <PaymentFields form={form} services={services} />
          <Balance neededCents={capCents + extrasCents(extras, offered)} />
          <Textarea
            {...form.field("note")}
            label={t("ship-requests.note")}
            description={t("ship-requests.noteHint")}
            autosize
            minRows={2}
            maxRows={6}
          />
          <Group>
            <Button type="submit" size="md" loading={form.isSubmitting}>
              {t("ship-requests.request")}
            </Button>
          </Group>
        </Stack>
      </SectionCard>
    </Form>
  );
}
