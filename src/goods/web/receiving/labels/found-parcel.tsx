import { formatLabelCode } from "#goods/rules/receiving.ts";
import { Button, Container, Group, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "react-router";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { ErrorState } from "#ui/web/states.tsx";
import { PageLoader } from "#ui/web/loading-state.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const inboundParcelsPage = "/admin/dashboard/inbound-parcels";

/** For staff: leads to the parcel, or says that no parcel has the code. */
export function FoundParcel(props: { labelCode: string }) {
  const { labelCode } = props;
  const api = useApi();
  const query = useQuery(api.receiving.readParcelLabel.queryOptions({ input: { labelCode } }));
  if (query.data) {
    const address = new URLSearchParams({ parcel: query.data.inboundParcelId });
    return <Navigate replace to={`${inboundParcelsPage}?${address.toString()}`} />;
  }
  if (!query.isError) return <PageLoader label={t("parcel-labels.page.looking")} />;
  const code = apiErrorCode(query.error);
  // The admin area asks for what is missing.
  if (code === "two_factor_setup_required") return <Navigate replace to={inboundParcelsPage} />;
  const isUnknown = code === "not_found" || code === "invalid_input";
  return (
    <Container component="main" size="sm" py={64}>
      <Title order={1} className="visually-hidden">
        {t("parcel-labels.page.title")}
      </Title>
      {isUnknown ? (
        <ErrorState
          title={t("parcel-labels.page.unknown")}
          description={t("parcel-labels.page.unknownText", { code: formatLabelCode(labelCode) })}
        />
      ) : (
        <ErrorState
          title={t("parcel-labels.page.notLoaded")}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      <Group justify="center" mt="lg">
        <Button component={Link} to={inboundParcelsPage} variant="default">
          {t("parcel-labels.page.inboundParcels")}
        </Button>
      </Group>
    </Container>
  );
}
