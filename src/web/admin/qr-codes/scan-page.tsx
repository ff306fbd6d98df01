import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { t } from "#web/i18n/messages.tsx";
import { apiErrorCode, useApi } from "#web/api.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LoadingCard } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

export default function ScanPage() {
  const api = useApi();
  const { qrCodeId = "" } = useParams();
  const query = useQuery(api.packages.readQrCode.queryOptions({ input: { qrCodeId } }));
  if (query.data) {
    const address = new URLSearchParams({ package: query.data.qrCode.packageId });
    return <Navigate replace to={`/admin/dashboard/shipments?${address.toString()}`} />;
  }
  const isUnknown = query.isError && apiErrorCode(query.error) !== null;
  return (
    <>
      <PageHeader
        title="Scanned QR Code"
        above={<BackLink to="/admin/dashboard/shipments" label="Back to Manage Shipments" />}
      />
      {isUnknown ? (
        <ErrorState
          title="Unknown QR code"
          description="The QR code or its package was deleted. Search for the tracking number on the label instead."
        />
      ) : null}
      {query.isError && !isUnknown ? (
        <ErrorState
          title={t("toasts.qrCodesNotLoaded.title")}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.isError ? null : <LoadingCard lines={4} />}
    </>
  );
}
