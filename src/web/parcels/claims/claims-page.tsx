import { Stack } from "@mantine/core";
import { BackLink } from "#web/ui/back-link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ClaimForm } from "./claim-form.tsx";
import { ClaimList } from "./claim-list.tsx";
import { t } from "./messages.ts";

export default function ClaimsPage() {
  return (
    <>
      <PageHeader
        above={<BackLink to="/dashboard/parcels" label={t("parcel-claims.back")} />}
        title={t("parcel-claims.title")}
        description={t("parcel-claims.description")}
      />
      <Stack gap="xl">
        <ClaimForm />
        <ClaimList />
      </Stack>
    </>
  );
}
