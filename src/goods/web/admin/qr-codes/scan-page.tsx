import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

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
        title={t("admin-qr-codes.scanned")}
        above={
          <BackLink to="/admin/dashboard/shipments" label={t("admin-qr-codes.backToShipments")} />
        }
      />
      {isUnknown ? (
        <ErrorState
          title={t("admin-qr-codes.unknown")}
          description={t("admin-qr-codes.unknownText")}
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
