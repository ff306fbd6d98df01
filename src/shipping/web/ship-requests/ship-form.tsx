import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { OwnPackageDetails } from "#goods/contract/packages.ts";
import type { ShelvedBox } from "#shipping/contract/boxes.ts";
import type { ParcelsEstimate } from "#shipping/contract/ship-parcels.ts";
import { packagingRemoval, unpacking } from "#catalogue/rules/extra-service.ts";
import { countryByCode } from "#catalogue/rules/country.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#shipping/web/api.ts";
import { sentenceGap } from "#ui/web/i18n/texts.ts";
import { parcelTitle } from "#goods/web/parcels/parcel-texts.ts";
import { moneyText } from "#ui/web/figures.tsx";
import { Form, FormAlert } from "#ui/web/form.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { BoxRecipient } from "./editable-recipient.tsx";
import { ExpectedFunds, leastCents } from "./expected-funds.tsx";
import { AddFunds, capOf, modeOf, PaymentFields } from "./payment-fields.tsx";
import {
  extrasCents,
  orderableExtras,
  readChosenExtras,
  writeChosenExtras,
  ExtraServicePicker,
  type ChosenExtra,
} from "./extra-service-picker.tsx";
import {
  PriceBasis,
  cappedServices,
  EstimatedServices,
  type Estimate,
} from "./estimated-services.tsx";
import { obstacleText } from "./estimate-words.tsx";
import { CustomsBlock } from "./customs-block.tsx";
import { Folded } from "./folded.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { RequestError } from "./use-ship-request-act.tsx";
import { ChosenParcels, ShelvedBoxParcels, type ParcelChoice } from "./shipped-parcels.tsx";
import { UnpackOffer } from "./unpack-box.tsx";
import { parcelsDraftName, shipDraftName } from "./ship-draft.ts";
import { useBoxEstimate, useParcelsEstimate } from "./use-estimate.ts";
import {
  useFollowingCap,
  useShipForm,
  type KnownRecipient,
  type ShipFields,
} from "./use-ship-form.ts";
import { WhereTo } from "./where-to.tsx";

function How(props: {
  query: { data: Estimate | undefined; isPlaceholderData: boolean } & Parameters<
    typeof NotLoaded
  >[0]["query"] & { error: unknown };
  isNothingChosen: boolean;
}) {
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
  if (query.data.countryCode === null) {
    return (
      <Text size="sm" c="dimmed">
        {t("ship-parcels.chooseCountry")}
      </Text>
    );
  }
  return (
    <Stack gap={0} style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
      <EstimatedServices estimate={query.data} />
      <PriceBasis estimate={query.data} />
    </Stack>
  );
}

/** What the wallet has, and what it lacks for the amounts that are held at once. */
function Balance(props: { neededCents: number }) {
  const { neededCents } = props;
  const { data } = useQuery(useApi().wallet.readWallet.queryOptions({ input: {} }));
  if (data === undefined) return <LoadingLines lines={1} />;
  const missingCents = neededCents - data.balanceCents;
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        <span>{t("ship-requests.payment.balance", { balance: moneyText(data.balanceCents) })}</span>
        {sentenceGap()}
        <span>{t("ship-requests.payment.held", { amount: moneyText(neededCents) })}</span>
      </Text>
      {missingCents > 0 ? (
        <AddFunds missingCents={missingCents} expectedCents={neededCents} />
      ) : null}
    </Stack>
  );
}

/** What the wallet has for what is held at once, or for the price that is expected where nothing is. */
function Funds(props: { neededCents: number; freightCents: number | null; capCents: number }) {
  const { neededCents, freightCents, capCents } = props;
  if (capCents > 0 || freightCents === null)
    return neededCents === 0 ? null : <Balance neededCents={neededCents} />;
  return (
    <ExpectedFunds
      expectedCents={freightCents + neededCents}
      otherwise={neededCents === 0 ? null : <Balance neededCents={neededCents} />}
    />
  );
}

function Extras(props: {
  form: ShipFields;
  offered: readonly OfferedExtraService[];
  chosen: readonly ChosenExtra[];
  going: readonly InboundParcel[];
}) {
  const { form, offered, chosen } = props;
  const { error, "data-path": path } = form.field("extras");
  return (
    <Stack gap="sm" data-path={path}>
      <Text size="sm">{t("ship-requests.extra.text")}</Text>
      <FormAlert message={error} />
      <ExtraServicePicker
        offered={offered}
        parcels={props.going.map((parcel) => ({ id: parcel.id, name: parcelTitle(parcel) }))}
        chosen={chosen}
        onChange={(extras) => form.write({ extras: writeChosenExtras(extras) })}
      />
      {chosen.length === 0 ? null : (
        <Text size="sm" fw={600} role="status">
          {t("ship-requests.extra.sum", { amount: moneyText(extrasCents(chosen, offered)) })}
        </Text>
      )}
    </Stack>
  );
}

/** The box of a package, which goes as it is. */
type BoxSubject = {
  readonly kind: "box";
  readonly details: OwnPackageDetails;
  readonly shelved: ShelvedBox & { readonly box: NonNullable<ShelvedBox["box"]> };
  readonly inBox: readonly InboundParcel[];
  readonly others: readonly InboundParcel[];
};

/** Parcels that are here, of the shelf or of a package. */
type ParcelsSubject = {
  readonly kind: "parcels";
  readonly choice: ParcelChoice;
  /** As they would go now, wherever the profile says. */
  readonly estimate: ParcelsEstimate;
  /** The package whose page this is; null: that of parcels. */
  readonly packageId: string | null;
};

function factsOf(subject: BoxSubject | ParcelsSubject, fullName: string) {
  if (subject.kind === "box") {
    const { id } = subject.details.package;
    return {
      draftName: shipDraftName(id),
      goingIds: subject.shelved.inboundParcelIds,
      known: null,
      boxPackageId: id,
    };
  }
  const { countryCode, recipient, recipientSource, recipientFaults } = subject.estimate;
  const isUsable = recipientFaults.length === 0;
  const known: KnownRecipient = {
    countryCode,
    recipient,
    source: isUsable ? recipientSource : "none",
    isOwn: recipient.name === fullName,
  };
  const { packageId } = subject;
  return {
    draftName: packageId === null ? parcelsDraftName : shipDraftName(packageId),
    goingIds: subject.choice.goingIds,
    known,
    boxPackageId: null,
  };
}

function What(props: {
  subject: BoxSubject | ParcelsSubject;
  form: ShipFields;
  estimate: ParcelsEstimate | undefined;
  unpack: OfferedExtraService | undefined;
}) {
  const { subject, unpack } = props;
  if (subject.kind === "parcels") {
    const { error, "data-path": path } = props.form.field("parcels");
    // What refuses the choice as it is now is named below it.
    const isNamed =
      subject.choice.goingIds.length > 0 &&
      props.estimate !== undefined &&
      obstacleText(props.estimate) !== null;
    return (
      <Stack gap="xs" data-path={path}>
        <FormAlert message={isNamed ? null : error} />
        <ChosenParcels choice={subject.choice} estimate={props.estimate} />
      </Stack>
    );
  }
  const { shelved, details } = subject;
  return (
    <Stack gap="lg">
      <ShelvedBoxParcels box={shelved.box} inBox={subject.inBox} others={subject.others} />
      {unpack === undefined ? null : (
        <UnpackOffer packageId={details.package.id} service={unpack} earlier={shelved.unpacking} />
      )}
    </Stack>
  );
}

function Payment(props: { form: ShipFields; estimate: Estimate | undefined }) {
  const { form } = props;
  return (
    <Stack gap={0}>
      <Text size="sm">{t("ship-parcels.priceFirst")}</Text>
      <Folded
        summary={t("ship-parcels.automatic")}
        isOpen={modeOf(form.values.mode) === "automatic_up_to_cap"}
      >
        <PaymentFields form={form} services={cappedServices(props.estimate)} />
      </Folded>
    </Stack>
  );
}

/** What is optional, behind one line each. */
function Optional(props: { form: ShipFields; children: Elements }) {
  const { form } = props;
  return (
    <Stack gap={0}>
      {props.children}
      <Folded summary={t("ship-requests.note")} isOpen={form.values.note !== ""}>
        <Textarea
          {...form.field("note")}
          aria-label={t("ship-requests.note")}
          description={t("ship-requests.noteHint")}
          autosize
          minRows={2}
          maxRows={6}
        />
      </Folded>
    </Stack>
  );
}

/** The button, or in its place why what was chosen cannot be requested. */
function Submit(props: { form: Pick<ShipFields, "isSubmitting">; obstacle: string | null }) {
  if (props.obstacle !== null) {
    return (
      <Text size="sm" c="dimmed">
        {props.obstacle}
      </Text>
    );
  }
  return (
    <Group>
      <Button type="submit" size="md" loading={props.form.isSubmitting}>
        {t("ship-requests.request")}
      </Button>
    </Group>
  );
}

/** Sending parcels or a packed box on one page: what goes, to where, how, and what is optional. */
export function ShipForm(props: {
  subject: BoxSubject | ParcelsSubject;
  offered: readonly OfferedExtraService[];
}) {
  const { subject } = props;
  const isBox = subject.kind === "box";
  const { fullName, email } = usePerson();
  const facts = factsOf(subject, fullName);
  const { goingIds, known } = facts;
  // What is done before packing comes too late for a packed box.
  const offered = isBox ? [] : props.offered.filter(({ code }) => code !== unpacking);
  const form = useShipForm({ ...facts, offered });
  const { values } = form;
  const extras = orderableExtras(readChosenExtras(values.extras), offered, goingIds);
  const without = extras.flatMap(({ code, inboundParcelId }) =>
    code === packagingRemoval && inboundParcelId !== null ? [inboundParcelId] : [],
  );
  const country = countryByCode(values.countryCode)?.code ?? null;
  const ofParcels = useParcelsEstimate(
    {
      inboundParcelIds: goingIds,
      countryCode: country === known?.countryCode ? null : country,
      withoutPackaging: without,
    },
    !isBox,
  );
  const ofBox = useBoxEstimate(isBox ? subject.details.package.id : "", isBox);
  const query = isBox ? ofBox : ofParcels;
  const items = query.data?.items ?? [];
  useFollowingCap(form, cappedServices(query.data));
  const capCents = modeOf(values.mode) === "quote_first" ? 0 : (capOf(values.cap) ?? 0);
  const neededCents = capCents + extrasCents(extras, offered);
  const here = isBox ? [] : subject.choice.shown;
  const sentIds = ofParcels.data?.beingSent.map(({ inboundParcelId }) => inboundParcelId) ?? [];
  const sent = isBox ? [] : sentIds.filter((id) => goingIds.includes(id));
  return (
    <Form
      form={form}
      label={t(isBox || subject.packageId !== null ? "ship-requests.ship" : "ship-parcels.title")}
    >
      <RequestError error={form.error} />
      <SectionCard title={t("ship-requests.step.what")}>
        <What
          subject={subject}
          form={form}
          estimate={ofParcels.data}
          unpack={props.offered.find(({ code }) => code === unpacking)}
        />
      </SectionCard>
      <SectionCard title={t("ship-requests.step.where")}>
        {isBox ? (
          <BoxRecipient details={subject.details} items={items} />
        ) : (
          known && (
            <WhereTo
              form={form}
              known={known}
              isCountryFixed={subject.estimate.package !== null}
              items={items}
            />
          )
        )}
      </SectionCard>
      <CustomsBlock goingIds={goingIds} countryCode={country} form={form} />
      <SectionCard title={t("ship-requests.step.how")}>
        <Stack gap="md">
          <How query={query} isNothingChosen={goingIds.length === 0} />
          <Optional form={form}>
            <Payment form={form} estimate={query.data} />
            {offered.length === 0 ? null : (
              <Folded summary={t("ship-requests.extra.title")} isOpen={extras.length > 0}>
                <Extras
                  form={form}
                  offered={offered}
                  chosen={extras}
                  going={here.filter(({ id }) => goingIds.includes(id))}
                />
              </Folded>
            )}
          </Optional>
          <Funds
            neededCents={neededCents}
            freightCents={goingIds.length === 0 ? null : leastCents(query.data)}
            capCents={capCents}
          />
          {capCents === 0 ? null : (
            <Text size="sm">{t("ship-requests.signWithCap", { name: fullName || email })}</Text>
          )}
          <Submit
            form={form}
            obstacle={
              sent.length > 0 && ofParcels.data !== undefined ? obstacleText(ofParcels.data) : null
            }
          />
        </Stack>
      </SectionCard>
    </Form>
  );
}
