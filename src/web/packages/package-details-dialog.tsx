import { t } from "#web/i18n/messages.tsx";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { OwnPackageDetails, Package } from "#contract/packages.ts";
import { changeObstacle } from "#core/package-change.ts";
import { apiErrorCode, useApi } from "#web/api.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { useFailureToast } from "#web/ui/failure-toast.ts";
import { Code, Moment, Weight } from "#web/ui/figures.tsx";
import { CancelPackageDialog } from "./cancel-package-dialog.tsx";
import { EditPackageForm } from "./edit-package-form.tsx";
import { Journey } from "./journey.tsx";
import { LegList } from "./leg-list.tsx";
import { OwnImages } from "./own-images.tsx";
import { PackageCharges } from "./package-charges.tsx";
import { PackageEventList } from "./package-event-list.tsx";
import { packagesLoadError } from "./packages-load-error.ts";
import { RecipientSection } from "./recipient-section.tsx";
import { PackageStatusBadge } from "./package-status-badge.tsx";

function Section(props: { title: string; children: ReactNode }) {
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
          term: "Tracking number",
          value: (
            <Group gap={4} wrap="nowrap" my={-6}>
              <Code>{pkg.trackingNumber}</Code>
              <CopyButton value={pkg.trackingNumber} label="Copy tracking number" />
            </Group>
          ),
        },
        { term: "Status", value: <PackageStatusBadge status={pkg.status} /> },
        { term: "Origin", value: pkg.origin },
        { term: "Destination", value: pkg.destination },
        { term: "Estimated weight", value: <Weight weightGrams={pkg.estimatedWeightGrams} /> },
        { term: "Final weight", value: <Weight weightGrams={pkg.finalWeightGrams} /> },
        { term: "Created", value: <Moment at={pkg.createdAt} withTime /> },
        { term: "Delivered", value: <Moment at={pkg.deliveredAt} withTime /> },
        { term: "Description", value: pkg.description ?? "–" },
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
            Edit
          </Button>
          <Button variant="light" color="red" size="sm" onClick={props.onCancel}>
            Cancel package
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

function Sections(props: { details: OwnPackageDetails; onCancel: () => void }) {
  const { details } = props;
  const { package: pkg, events, charges } = details;
  return (
    <Stack gap="xl">
      <Section title="Package Information">
        <PackageInformation pkg={pkg} onCancel={props.onCancel} />
      </Section>
      <Section title="Recipient">
        <RecipientSection details={details} />
      </Section>
      <Section title="Shipping Legs">
        {pkg.legs.length === 0 ? (
          <Text size="sm" c="dimmed">
            The shipping legs are not set up yet. An admin will configure them.
          </Text>
        ) : (
          <Stack gap="lg">
            <Journey legs={pkg.legs} />
            <LegList legs={pkg.legs} />
          </Stack>
        )}
      </Section>
      <Section title="Images">
        <OwnImages details={details} />
      </Section>
      <Section title="Freight">
        <PackageCharges charges={charges} />
      </Section>
      <Section title="History">
        <PackageEventList events={events} />
      </Section>
    </Stack>
  );
}

function Details(props: { packageId: string; onCancel: (details: OwnPackageDetails) => void }) {
  const api = useApi();
  const query = useQuery(
    api.packages.readPackage.queryOptions({ input: { packageId: props.packageId } }),
  );
  const { data, error } = query;
  // Also when the package is deleted while the dialog is open, so that stale data is not shown.
  const isMissing = apiErrorCode(error) === "not_found" || apiErrorCode(error) === "invalid_input";
  useFailureToast(isMissing ? null : error, packagesLoadError(error));
  if (isMissing) {
    return <ErrorState title="This package does not exist, or you do not have access to it." />;
  }
  if (!data) {
    return (
      <NotLoaded
        query={query}
        failure={packagesLoadError(error)}
        lines={9}
        label="Loading package details"
      />
    );
  }
  return <Sections details={data} onCancel={() => props.onCancel(data)} />;
}

/** Open while `packageId` is not null. */
export function PackageDetailsDialog(props: { packageId: string | null; onClose: () => void }) {
  const [cancelled, setCancelled] = useState<OwnPackageDetails | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  const cancel = (details: OwnPackageDetails) => {
    setCancelled(details);
    setCancelling(true);
  };
  return (
    <>
      <Dialog
        isOpen={props.packageId !== null}
        onClose={props.onClose}
        title="Package Details"
        size="xl"
        // Escape closes only the dialog above this one.
        isBusy={isCancelling}
      >
        {props.packageId === null ? null : (
          <Details key={props.packageId} packageId={props.packageId} onCancel={cancel} />
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
