import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Printer from "lucide-react/icons/printer";
import { useParams } from "react-router";
import { t } from "#web/i18n/messages.tsx";
import type { QrLabel } from "#contract/admin-package-files.ts";
import { brandName } from "#core/brand.ts";
import { recipientLines } from "#core/recipient.ts";
import { apiErrorCode, useApi } from "#web/api.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Code, Weight } from "#web/ui/figures.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import classes from "./qr-label-page.module.css";

function Label(props: { label: QrLabel }) {
  const { label } = props;
  const { qrCode } = label;
  return (
    <section className={classes["label"]} aria-label="Label">
      <div className={classes["brand"]}>
        <span>{brandName}</span>
        <span>{`Leg ${qrCode.legNumber} of ${label.legCount}`}</span>
      </div>
      <img
        className={classes["picture"]}
        src={qrCode.imageUrl}
        alt={`QR code of leg ${qrCode.legNumber}`}
      />
      <dl className={classes["facts"]}>
        <div>
          <dt>Tracking number</dt>
          <dd className={classes["number"]}>
            <Code>{label.trackingNumber}</Code>
          </dd>
        </div>
        <div>
          <dt>From</dt>
          <dd>{label.origin}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>{label.destination}</dd>
        </div>
        {label.carrier === null ? null : (
          <div>
            <dt>Carrier</dt>
            <dd>{label.carrier}</dd>
          </div>
        )}
        <div>
          <dt>Recipient</dt>
          <dd className={classes["recipient"]}>
            {recipientLines(label.recipient, label.packageDestination).join("\n")}
          </dd>
        </div>
        <div>
          <dt>{label.isWeightFinal ? "Weight" : "Estimated weight"}</dt>
          <dd>
            <Weight weightGrams={label.weightGrams} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

export default function QrLabelPage() {
  const api = useApi();
  const { qrCodeId = "" } = useParams();
  const query = useQuery(api.packages.readQrCode.queryOptions({ input: { qrCodeId } }));
  const label = query.data;
  return (
    <>
      <PageHeader
        title="Package Label"
        description="Print this label and attach it to the package for this leg."
        above={
          <BackLink
            to={`/admin/dashboard/shipments${label ? `?package=${label.qrCode.packageId}` : ""}`}
            label={label ? "Back to Package Details" : "Back to Manage Shipments"}
          />
        }
        actions={
          <Button
            leftSection={<Printer size={16} aria-hidden="true" />}
            disabled={!label}
            onClick={() => window.print()}
          >
            Print label
          </Button>
        }
      />
      {label ? (
        <Stack gap="md">
          <Label label={label} />
          <Text size="sm" c="dimmed" maw="34rem">
            When staff scan the QR code, the package opens here. Nobody else can see it.
          </Text>
        </Stack>
      ) : null}
      {!label && query.isError ? (
        apiErrorCode(query.error) === null ? (
          <ErrorState
            title={t("toasts.qrCodesNotLoaded.title")}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <ErrorState
            title="This label is no longer valid"
            description="Its QR code was deleted or never existed. Generate a new one in the package's details."
          />
        )
      ) : null}
      {!label && !query.isError ? <LoadingCard lines={6} /> : null}
    </>
  );
}
