import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Printer from "lucide-react/icons/printer";
import { useParams } from "react-router";
import type { QrLabel } from "#goods/contract/admin-package-files.ts";
import { brandName } from "#platform/rules/brand.ts";
import { recipientLines } from "#catalogue/rules/recipient.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { Code, Weight } from "#ui/web/figures.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import classes from "./qr-codes.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

function Label(props: { label: QrLabel }) {
  const { label } = props;
  const { qrCode } = label;
  return (
    <section className={classes["label"]} aria-label={t("admin-qr-codes.label")}>
      <div className={classes["brand"]}>
        <span>{brandName}</span>
        <span>
          {t("admin-qr-codes.legOf", { number: qrCode.legNumber, total: label.legCount })}
        </span>
      </div>
      <img
        className={classes["labelPicture"]}
        src={qrCode.imageUrl}
        alt={t("admin-qr-codes.qrCodeOfLeg", { number: qrCode.legNumber })}
      />
      <dl className={classes["labelFacts"]}>
        <div>
          <dt>{t("common.trackingNumber")}</dt>
          <dd className={classes["labelNumber"]}>
            <Code>{label.trackingNumber}</Code>
          </dd>
        </div>
        <div>
          <dt>{t("admin-qr-codes.from")}</dt>
          <dd>{label.origin}</dd>
        </div>
        <div>
          <dt>{t("admin-qr-codes.to")}</dt>
          <dd>{label.destination}</dd>
        </div>
        {label.carrier === null ? null : (
          <div>
            <dt>{t("common.carrier")}</dt>
            <dd>{label.carrier}</dd>
          </div>
        )}
        {label.recipient === null ? null : (
          <div>
            <dt>{t("common.recipient")}</dt>
            <dd className={classes["recipient"]}>
              {recipientLines(label.recipient, label.packageDestination).join("\n")}
            </dd>
          </div>
        )}
        <div>
          <dt>{label.isWeightFinal ? t("common.weight") : t("common.estimatedWeight")}</dt>
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
        title={t("admin-qr-codes.packageLabel")}
        description={t("admin-qr-codes.attachLabel")}
        above={
          <BackLink
            to={`/admin/dashboard/shipments${label ? `?package=${label.qrCode.packageId}` : ""}`}
            label={label ? t("admin-qr-codes.backToDetails") : t("admin-qr-codes.backToShipments")}
          />
        }
        actions={
          <Button
            leftSection={<Printer size={16} aria-hidden="true" />}
            disabled={!label}
            onClick={() => window.print()}
          >
            {t("admin-qr-codes.printLabel")}
          </Button>
        }
      />
      {label ? (
        <Stack gap="md">
          <Label label={label} />
          <Text size="sm" c="dimmed" maw="34rem">
            {t("admin-qr-codes.scanNote")}
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
            title={t("admin-qr-codes.labelNotValid")}
            description={t("admin-qr-codes.labelNotValidText")}
          />
        )
      ) : null}
      {!label && !query.isError ? <LoadingCard lines={6} /> : null}
    </>
  );
}
