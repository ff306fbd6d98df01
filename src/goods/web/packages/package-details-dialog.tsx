import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { NotLoaded, ErrorState } from "#ui/web/states.tsx";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { OrderedExtraService } from "#goods/contract/parcel-measurements.ts";
import type { OwnPackageDetails, Package } from "#goods/contract/packages.ts";
import { changeObstacle, isEnded, isOpenForParcels } from "#goods/rules/package-stage.ts";
import { missingRecipientFields } from "#catalogue/rules/recipient.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { CarrierUpdates } from "#tracking/web/carrier-events/carrier-updates.tsx";
import { slot } from "#ui/web/slots.ts";
import { CopyButton } from "#ui/web/hint.tsx";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { useFailureToast } from "#ui/web/toast.tsx";
import { Code, Moment, Weight, optionalText } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { CancelPackageDialog, EditPackageForm } from "./edit-package.tsx";
import { Journey } from "./journey.tsx";
import { PackageExpectation, LegList } from "./leg-list.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { OwnImages } from "./add-images.tsx";
import { PackageCharges } from "./package-charges.tsx";
import { PackageEventList } from "./package-event-list.tsx";
import { PackageNews } from "./package-news.tsx";
import { packagesLoadError } from "./packages-load-error.ts";
import { RecipientSection } from "./recipient-form.tsx";
import { OwnNumber } from "./package-cells.tsx";
import { movingNumber, trackPath } from "./next-step.tsx";
import { PackageState } from "./package-state.tsx";
import { CaseOfThing } from "./case-slot.ts";
import type { Elements } from "#ui/web/elements.ts";
import { PackageParcels } from "#goods/web/parcels/package-parcels.tsx";
import { FoldableSection } from "#ui/web/foldable-section.tsx";
import { ShareSection } from "./share-section.tsx";

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly orderedExtras: { extras: readonly OrderedExtraService[] };
    readonly packageShipping: { pkg: Package };
  }
}

const OrderedExtras = slot("orderedExtras");

const PackageShipping = slot("packageShipping");

function Section(props: { title: string; children: Elements }) {
  return (
    <section aria-label={props.title}>
      <Title order={3} size="h5" mb="sm">
        {props.title}
      </Title>
      {props.children}
    </section>
  );
}

function PackageFacts(props: { pkg: Package }) {
  const { pkg } = props;
  return (
    <DefinitionList
      columns={2}
      items={[
        {
          term: t("common.trackingNumber"),
          value: (
            <Group gap={4} wrap="nowrap" my={-6}>
              <OwnNumber pkg={pkg} />
              <Code>{pkg.trackingNumber}</Code>
              <CopyButton
                value={pkg.trackingNumber}
                label={t("package-details.copyTrackingNumber")}
              />
            </Group>
          ),
        },
        { term: t("common.status"), value: <PackageState pkg={pkg} /> },
        { term: t("common.origin"), value: placeName(pkg.origin) },
        { term: t("common.destination"), value: placeName(pkg.destination) },
        {
          term: t("common.estimatedWeight"),
          value: <Weight weightGrams={pkg.estimatedWeightGrams} />,
        },
        { term: t("common.finalWeight"), value: <Weight weightGrams={pkg.finalWeightGrams} /> },
        { term: t("common.created"), value: <Moment at={pkg.createdAt} withTime /> },
        { term: t("package-details.deliveredAt"), value: <Moment at={pkg.deliveredAt} withTime /> },
        { term: t("common.description"), value: optionalText(pkg.description) },
      ]}
    />
  );
}

/** The facts, which the customer can correct until the package moves; then a sentence says why not any more. */
function PackageInformation(props: { pkg: Package; onCancel: () => void }) {
  const { pkg } = props;
  const [isEditing, setEditing] = useState(false);
  const obstacle = changeObstacle(pkg);
  if (isEditing) return <EditPackageForm pkg={pkg} onClose={() => setEditing(false)} />;
  return (
    <Stack gap="md">
      <PackageFacts pkg={pkg} />
      {obstacle === null ? (
        <Group gap="sm">
          <Button variant="default" size="sm" onClick={() => setEditing(true)}>
            {t("common.edit")}
          </Button>
          <Button variant="light" color="red" size="sm" onClick={props.onCancel}>
            {t("package-details.cancel.confirm")}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t(`common.obstacle.${obstacle}`)}
        </Text>
      )}
    </Stack>
  );
}

type Covering = { onCover: (isCovered: boolean) => void };

/** The number that is tracked now, where the package is and when it is expected. */
function ShippingLegs(props: { details: OwnPackageDetails }) {
  const { package: pkg, carrierEvents, estimates } = props.details;
  const number = movingNumber(pkg.legs);
  return (
    <Section title={t("common.shippingLegs")}>
      {pkg.legs.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("package-details.legsNotSetUpText")}
        </Text>
      ) : (
        <Stack gap="lg">
          {number === null ? null : (
            <Group gap="sm" justify="space-between">
              <Group gap={4} wrap="nowrap">
                <Text span size="sm" c="dimmed">
                  {t("package-details.currentNumber")}
                </Text>
                <Code>{number}</Code>
                <CopyButton value={number} label={t("package-details.copyTrackingNumber")} />
              </Group>
              <Button component={Link} size="sm" to={trackPath(number)}>
                {t("packages.track")}
              </Button>
            </Group>
          )}
          <Journey legs={pkg.legs} carrierEvents={carrierEvents} />
          <PackageExpectation pkg={pkg} estimates={estimates} />
          <LegList legs={pkg.legs} estimates={estimates} />
        </Stack>
      )}
    </Section>
  );
}

/** Where a customer says that something is wrong; once the package was delivered, whether all is fine. */
function CasePart(props: { details: OwnPackageDetails }) {
  const { package: pkg, events } = props.details;
  const isConfirmed = events.some(({ kind }) => kind === "package_confirmed");
  return (
    <LazyPart>
      <CaseOfThing
        subject="package"
        subjectId={pkg.id}
        news={<PackageNews details={props.details} />}
        {...(pkg.status === "delivered" ? { delivered: { isConfirmed } } : {})}
      />
    </LazyPart>
  );
}

/** What matters at the package's stage comes first: to send it, where it travels, whether it arrived well. */
function Sections(props: { details: OwnPackageDetails; onCancel: () => void } & Covering) {
  const { details } = props;
  const { package: pkg, events, carrierEvents, charges, extraServices = [] } = details;
  const hasWarehouse = useHasWarehouse();
  const hasParcels = hasWarehouse && (pkg.parcelsCount > 0 || isOpenForParcels(pkg));
  const isDelivered = pkg.status === "delivered";
  const isRecipientIncomplete =
    missingRecipientFields(details.recipient, pkg.destination).length > 0;
  // What was received was photographed, and its photos stand with the parcels.
  const hasPhotos = hasParcels && pkg.parcelsHereCount > 0;
  const hasImages = details.images.length > 0 || !hasPhotos || !isEnded(pkg.status);
  const hasLeft = isDelivered || pkg.status === "in_transit";
  const travels = (
    <>
      <ShippingLegs details={details} />
      {pkg.legs.length === 0 ? null : (
        <CarrierUpdates legs={pkg.legs} events={carrierEvents} mayRefresh isFolded={isDelivered} />
      )}
    </>
  );
  return (
    <Stack gap="xl">
      {isDelivered ? <CasePart details={details} /> : null}
      {hasLeft ? travels : null}
      {hasWarehouse ? (
        <LazyPart>
          <PackageShipping pkg={pkg} />
        </LazyPart>
      ) : null}
      <Section title={t("package-details.information")}>
        <PackageInformation pkg={pkg} onCancel={props.onCancel} />
      </Section>
      {extraServices.length === 0 ? null : (
        <FoldableSection title={t("package-details.extraServices")} isFolded={hasLeft}>
          <LazyPart fallback={<LoadingLines lines={2} />}>
            <OrderedExtras extras={extraServices} />
          </LazyPart>
        </FoldableSection>
      )}
      {hasParcels ? (
        <PackageParcels pkg={pkg} isFolded={isDelivered} onCover={props.onCover} />
      ) : null}
      <FoldableSection title={t("common.recipient")} isFolded={hasLeft && !isRecipientIncomplete}>
        <RecipientSection details={details} />
      </FoldableSection>
      {hasLeft ? null : travels}
      <Section title={t("package-details.share")}>
        <ShareSection packageId={pkg.id} />
      </Section>
      {hasImages ? (
        <Section title={t("package-details.images")}>
          <OwnImages details={details} hasPhotos={hasPhotos} />
        </Section>
      ) : null}
      <Section title={t("package-details.freight")}>
        <PackageCharges charges={charges} />
      </Section>
      <Section title={t("package-details.history")}>
        <PackageEventList events={events} />
      </Section>
      {isDelivered ? null : <CasePart details={details} />}
    </Stack>
  );
}

function Details(
  props: { packageId: string; onCancel: (details: OwnPackageDetails) => void } & Covering,
) {
  const api = useApi();
  const query = useQuery(
    api.packages.readPackage.queryOptions({ input: { packageId: props.packageId } }),
  );
  const { data, error } = query;
  // Also when the package is deleted while the dialog is open, so that stale data is not shown.
  const isMissing = apiErrorCode(error) === "not_found" || apiErrorCode(error) === "invalid_input";
  useFailureToast(isMissing ? null : error, packagesLoadError(error));
  if (isMissing) {
    return <ErrorState title={t("package-details.notFound")} />;
  }
  if (!data) {
    return (
      <NotLoaded
        query={query}
        failure={packagesLoadError(error)}
        lines={9}
        label={t("package-details.loadingDetails")}
      />
    );
  }
  return <Sections details={data} onCancel={() => props.onCancel(data)} onCover={props.onCover} />;
}

/** Open while `packageId` is not null. */
export function PackageDetailsDialog(props: { packageId: string | null; onClose: () => void }) {
  const [cancelled, setCancelled] = useState<OwnPackageDetails | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  const [isCovered, setCovered] = useState(false);
  const cancel = (details: OwnPackageDetails) => {
    setCancelled(details);
    setCancelling(true);
  };
  return (
    <>
      <Dialog
        isOpen={props.packageId !== null}
        onClose={props.onClose}
        title={t("package-details.details")}
        size="xl"
        // Escape closes only the dialog above this one.
        isBusy={isCancelling || isCovered}
      >
        {props.packageId === null ? null : (
          <Details
            key={props.packageId}
            packageId={props.packageId}
            onCancel={cancel}
            onCover={setCovered}
          />
        )}
      </Dialog>
      {cancelled === null ? null : (
        <CancelPackageDialog
          key={cancelled.package.id}
          packageId={cancelled.package.id}
          returnsQuota={cancelled.returnsQuota}
          isOpen={isCancelling}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  );
}
