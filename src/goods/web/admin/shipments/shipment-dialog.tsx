import { Alert, Anchor, Button, Group, Stack } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import MapPinOff from "lucide-react/icons/map-pin-off";
import Scale from "lucide-react/icons/scale";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { Link } from "react-router";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import type { Shipment, ShipmentDetails } from "#goods/contract/packages.ts";
import { isEnded } from "#goods/rules/package-stage.ts";
import { missingRecipientFields } from "#catalogue/rules/recipient.ts";
import { packageNumberText } from "#goods/rules/package-number.ts";
import cells from "#ui/web/admin/cells.module.css";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { CarrierUpdates } from "#tracking/web/carrier-events/carrier-updates.tsx";
import { PackageCharges } from "#goods/web/packages/package-charges.tsx";
import { RecipientSummary } from "#goods/web/packages/recipient-summary.tsx";
import { PackageState } from "#goods/web/packages/package-state.tsx";
import { ConfirmDialog, type Confirmation } from "#ui/web/confirm-dialog.tsx";
import { CopyButton } from "#ui/web/hint.tsx";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { Dialog, DialogSection } from "#ui/web/dialog.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { Code, Moment, Weight, weightText } from "#ui/web/figures.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import type { OpenRow } from "#ui/web/open-state.ts";
import { useMayUse, useHasWarehouse } from "#ui/web/permissions.ts";
import { AtDeskAlert, ByHandButton } from "./by-hand.tsx";
import { ShipmentCustomer } from "./shipment-customer.tsx";
import { slot } from "#ui/web/slots.ts";
import { useFailureToast } from "#ui/web/toast.tsx";
import { FinalWeightForm, PackageStatusForm } from "./shipment-forms.tsx";
import { PackageHistory, ShipmentImages, ShipmentParcels } from "./shipment-contents.tsx";
import { ShippingLegs } from "./shipping-legs.tsx";
import { QrCodes } from "#goods/web/admin/qr-codes/qr-codes.tsx";
import classes from "./shipments.module.css";
import type { WalletMode } from "#money/web/admin/wallets/wallet-adjustment.ts";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

function Customer(props: { pkg: Shipment }) {
  const { pkg } = props;
  const { userEmail } = pkg;
  if (userEmail === null) return <ShipmentCustomer pkg={pkg} />;
  return (
    <Anchor
      component={Link}
      size="sm"
      to={`/admin/dashboard/users?${new URLSearchParams({ search: userEmail }).toString()}`}
    >
      {userEmail}
    </Anchor>
  );
}

function Facts(props: { details: ShipmentDetails }) {
  const { package: pkg, planMaxWeightGrams, shipRequestReference } = props.details;
  const hasWarehouse = useHasWarehouse();
  // By which desks, labels and customers name it, too.
  const otherNumbers = [hasWarehouse ? packageNumberText(pkg.number) : null, shipRequestReference];
  const otherNumbersText = otherNumbers.filter(Boolean).join(" · ");
  return (
    <>
      <DefinitionList
        columns={2}
        items={[
          {
            term: t("common.trackingNumber"),
            value: (
              <>
                <Group component="span" gap={4} wrap="nowrap" my={-4}>
                  <Code>{pkg.trackingNumber}</Code>
                  <CopyButton
                    value={pkg.trackingNumber}
                    label={t("admin-shipment-details.copyTrackingNumber")}
                  />
                </Group>
                {otherNumbersText === "" ? null : (
                  <div className={cells["below"]}>{otherNumbersText}</div>
                )}
              </>
            ),
          },
          {
            term: t("common.customer"),
            value: <Customer pkg={pkg} />,
          },
          { term: t("common.origin"), value: placeName(pkg.origin) },
          { term: t("common.destination"), value: placeName(pkg.destination) },
          {
            term: t("admin-shipment-details.estWeight"),
            value: <Weight weightGrams={pkg.estimatedWeightGrams} />,
          },
          {
            term: t("common.finalWeight"),
            value: <Weight weightGrams={pkg.finalWeightGrams} />,
          },
          {
            term: t("admin-shipment-details.planMaximum"),
            value:
              planMaxWeightGrams === null ? (
                t("admin-shipment-details.noPlan")
              ) : (
                <Weight weightGrams={planMaxWeightGrams} />
              ),
          },
          { term: t("common.status"), value: <PackageState pkg={pkg} /> },
          { term: t("common.created"), value: <Moment at={pkg.createdAt} withTime /> },
          {
            term: t("admin-shipment-details.updated"),
            value: <Moment at={pkg.updatedAt} withTime />,
          },
          ...(pkg.deliveredAt
            ? [
                {
                  term: t("admin-shipments.delivered"),
                  value: <Moment at={pkg.deliveredAt} withTime />,
                },
              ]
            : []),
        ]}
      />
      {pkg.description ? (
        <div className={classes["description"]}>
          <span>{t("common.description")}</span>
          <p>{pkg.description}</p>
        </div>
      ) : null}
    </>
  );
}

function OverweightAlert(props: { details: ShipmentDetails }) {
  const { package: pkg, planMaxWeightGrams } = props.details;
  const { finalWeightGrams } = pkg;
  if (finalWeightGrams === null || planMaxWeightGrams === null) return null;
  if (finalWeightGrams <= planMaxWeightGrams) return null;
  return (
    <Alert color="yellow" icon={<Scale size={18} />} title={t("admin-shipment-details.overweight")}>
      {t("admin-shipment-details.overweightText", {
        weight: weightText(finalWeightGrams),
        maximum: weightText(planMaxWeightGrams),
      })}
    </Alert>
  );
}

function IncompleteRecipientAlert(props: { details: ShipmentDetails }) {
  const { package: pkg, recipient } = props.details;
  if (recipient === null || isEnded(pkg.status)) return null;
  if (missingRecipientFields(recipient, pkg.destination).length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<MapPinOff size={18} />}
      title={t("admin-shipment-details.incompleteRecipient")}
      mb="sm"
    >
      {t("admin-shipment-details.incompleteRecipientText")}
    </Alert>
  );
}

declare module "#ui/web/slots.ts" {
  interface Slots {
    /** What customers say is wrong with a shipment, for staff. */
    readonly casesOfPackage: { packageId: string; cases: OpenRow };
  }
}

const CasesOfPackage = slot("casesOfPackage");

type Actions = {
  onClose: () => void;
  onDelete: (pkg: Shipment) => void;
  onCharge: (mode: WalletMode) => void;
};

type DetailsProps = {
  details: ShipmentDetails;
  cases: OpenRow | null;
  onConfirm: (confirmation: Confirmation) => void;
} & Actions;

/** The legs of the journey. */
function Legs(props: DetailsProps & { isChangeable: boolean }) {
  const { package: pkg, estimates } = props.details;
  return (
    <ShippingLegs
      pkg={pkg}
      estimates={estimates}
      isChangeable={props.isChangeable}
      onCharge={(leg) =>
        props.onCharge({
          customer: { id: pkg.userId, email: pkg.userEmail ?? "" },
          fee: {
            packageId: pkg.id,
            legNumber: leg.legNumber,
            reason: t("admin-shipment-details.feeReason", {
              trackingNumber: pkg.trackingNumber,
              number: leg.legNumber,
              origin: leg.origin,
              destination: leg.destination,
            }),
          },
        })
      }
    />
  );
}

function Details(props: DetailsProps) {
  const { details, cases } = props;
  const pkg = details.package;
  const maySetStatus = useMayUse("packageChanges");
  const mayPack = useMayUse("packing");
  const mayDelete = useMayUse("admin");
  const mayRefresh = useMayUse("tracking");
  const hasWarehouse = useHasWarehouse();
  const [isOpened, setOpened] = useState(false);
  // Without a warehouse everything is done by hand; who changes nothing sees it all.
  const isByHand = isOpened || !hasWarehouse || !(maySetStatus || mayPack);
  return (
    <Stack gap="lg">
      <section aria-label={t("admin-shipment-details.information")}>
        <Facts details={details} />
      </section>
      {cases === null ? null : (
        <LazyPart>
          <CasesOfPackage packageId={pkg.id} cases={cases} />
        </LazyPart>
      )}
      {pkg.parcelsCount === 0 || !hasWarehouse ? null : (
        <DialogSection title={t("admin-shipment-details.parcels")}>
          <ShipmentParcels packageId={pkg.id} />
        </DialogSection>
      )}
      <OverweightAlert details={details} />
      {details.recipient === null ? null : (
        <DialogSection title={t("common.recipient")}>
          <IncompleteRecipientAlert details={details} />
          <RecipientSummary recipient={details.recipient} destination={pkg.destination} />
        </DialogSection>
      )}
      {maySetStatus || (mayPack && !hasWarehouse) ? (
        <Group gap="xl" align="flex-start">
          {maySetStatus ? <PackageStatusForm pkg={pkg} onSaved={props.onClose} /> : null}
          {mayPack && !hasWarehouse ? <FinalWeightForm pkg={pkg} /> : null}
        </Group>
      ) : null}
      {hasWarehouse && (maySetStatus || mayPack) ? (
        <ByHandButton isOpen={isOpened} onToggle={() => setOpened(!isOpened)} />
      ) : null}
      {hasWarehouse && isOpened ? (
        <>
          <AtDeskAlert pkg={pkg} />
          {mayPack ? <FinalWeightForm pkg={pkg} /> : null}
        </>
      ) : null}
      <Legs {...props} isChangeable={isByHand} />
      {pkg.legs.length === 0 ? null : (
        <CarrierUpdates legs={pkg.legs} events={details.carrierEvents} mayRefresh={mayRefresh} />
      )}
      {isByHand ? (
        <>
          {mayPack ? <QrCodes pkg={pkg} onConfirm={props.onConfirm} /> : null}
          <ShipmentImages pkg={pkg} images={details.images} onConfirm={props.onConfirm} />
        </>
      ) : null}
      {details.charges === null ? null : (
        <DialogSection title={t("admin-shipment-details.freight")}>
          <PackageCharges charges={details.charges} />
        </DialogSection>
      )}
      <DialogSection title={t("admin-shipment-details.history")}>
        <PackageHistory events={details.events} />
      </DialogSection>
      <Group
        justify={mayDelete ? "space-between" : "flex-end"}
        pt="md"
        style={{ borderTop: "1px solid var(--line)" }}
      >
        {mayDelete ? (
          <Button
            variant="light"
            color="red"
            leftSection={<Trash2 size={16} aria-hidden="true" />}
            onClick={() => props.onDelete(pkg)}
          >
            {t("admin-shipments.deletePackage.submit")}
          </Button>
        ) : null}
        <Button variant="default" onClick={props.onClose}>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}

function NotLoaded(props: { error: unknown; isRetrying: boolean; onRetry: () => void }) {
  if (apiErrorCode(props.error) !== null) {
    return (
      <ErrorState
        title={t("admin-shipment-details.notShown")}
        description={apiErrorMessage(props.error, t("toasts.unexpected.description"))}
      />
    );
  }
  return (
    <ErrorState
      title={t("toasts.legsNotLoaded.title")}
      description={t("toasts.imagesNotLoaded.title")}
      isRetrying={props.isRetrying}
      onRetry={props.onRetry}
    />
  );
}

/**
 * @param props.packageId null closes the dialog.
 * @param props.known the package as the list has it, for the title while the details load.
 * @param props.cases null where its cases are not shown.
 * @param props.isCovered another dialog is open above this one, which alone must handle the Escape key.
 */
export function ShipmentDialog(
  props: {
    packageId: string | null;
    known: Shipment | undefined;
    cases: OpenRow | null;
    isCovered: boolean;
  } & Actions,
) {
  const api = useApi();
  const { packageId } = props;
  const query = useQuery(
    api.packages.readShipment.queryOptions({
      input: packageId === null ? skipToken : { packageId },
    }),
  );
  // Somebody else may delete the package while it is open; the cached data must not offer changes then.
  const isDeleted = query.data !== undefined && apiErrorCode(query.error) === "not_found";
  useFailureToast(isDeleted ? null : query.error, toastText("legsNotLoaded"));
  useFailureToast(isDeleted ? null : query.error, toastText("imagesNotLoaded"));
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const trackingNumber = (query.data?.package ?? props.known)?.trackingNumber;
  return (
    <Dialog
      isOpen={packageId !== null}
      onClose={props.onClose}
      size="xl"
      isBusy={props.isCovered || confirmation !== null}
      title={
        trackingNumber
          ? t("admin-shipment-details.detailsOf", { trackingNumber })
          : t("admin-shipment-details.details")
      }
    >
      {isDeleted ? (
        <ErrorState
          title={t("admin-shipment-details.packageGone")}
          description={t("admin-shipment-details.packageGoneText")}
        />
      ) : query.data ? (
        <Details
          key={packageId}
          details={query.data}
          cases={props.cases}
          onConfirm={setConfirmation}
          onClose={props.onClose}
          onDelete={props.onDelete}
          onCharge={props.onCharge}
        />
      ) : query.isError ? (
        <NotLoaded
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <LoadingLines lines={9} />
      )}
      <ConfirmDialog
        isOpen={confirmation !== null}
        onClose={() => setConfirmation(null)}
        title={confirmation?.title ?? ""}
        confirmLabel={confirmation?.confirmLabel ?? ""}
        isDestructive
        onConfirm={async () => await confirmation?.onConfirm()}
      >
        {confirmation?.body}
      </ConfirmDialog>
    </Dialog>
  );
}
