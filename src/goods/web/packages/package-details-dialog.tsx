import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { NotLoaded, ErrorState } from "#ui/web/states.tsx";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderedExtraService } from "#goods/contract/parcel-measurements.ts";
import type { OwnPackageDetails, Package } from "#goods/contract/packages.ts";
import { changeObstacle, isOpenForParcels } from "#goods/rules/package-stage.ts";
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
import { packagesLoadError } from "./packages-load-error.ts";
import { RecipientSection } from "./recipient-form.tsx";
import { OwnNumber } from "./package-cells.tsx";
import { PackageState } from "./package-state.tsx";
import type { Elements } from "#ui/web/elements.ts";
import { PackageParcels } from "#goods/web/parcels/package-parcels.tsx";
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

function Sections(props: { details: OwnPackageDetails; onCancel: () => void } & Covering) {
  const { details } = props;
  const { package: pkg, events, carrierEvents, charges, extraServices = [] } = details;
  const hasWarehouse = useHasWarehouse();
  const hasParcels = hasWarehouse && (pkg.parcelsCount > 0 || isOpenForParcels(pkg));
  return (
    <Stack gap="xl">
      {hasWarehouse ? (
        <LazyPart>
          <PackageShipping pkg={pkg} />
        </LazyPart>
      ) : null}
      <Section title={t("package-details.information")}>
        <PackageInformation pkg={pkg} onCancel={props.onCancel} />
      </Section>
      {extraServices.length === 0 ? null : (
        <Section title={t("package-details.extraServices")}>
          <LazyPart fallback={<LoadingLines lines={2} />}>
            <OrderedExtras extras={extraServices} />
          </LazyPart>
        </Section>
      )}
      {hasParcels ? <PackageParcels pkg={pkg} onCover={props.onCover} /> : null}
      <Section title={t("common.recipient")}>
        <RecipientSection details={details} />
      </Section>
      <Section title={t("common.shippingLegs")}>
        {pkg.legs.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("package-details.legsNotSetUpText")}
          </Text>
        ) : (
          <Stack gap="lg">
            <Journey legs={pkg.legs} carrierEvents={carrierEvents} />
            <PackageExpectation pkg={pkg} estimates={details.estimates} />
            <LegList legs={pkg.legs} estimates={details.estimates} />
          </Stack>
        )}
      </Section>
      {pkg.legs.length === 0 ? null : (
        <CarrierUpdates legs={pkg.legs} events={carrierEvents} mayRefresh />
      )}
      <Section title={t("package-details.share")}>
        <ShareSection packageId={pkg.id} />
      </Section>
      <Section title={t("package-details.images")}>
        <OwnImages details={details} />
      </Section>
      <Section title={t("package-details.freight")}>
        <PackageCharges charges={charges} />
      </Section>
      <Section title={t("package-details.history")}>
        <PackageEventList events={events} />
      </Section>
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
