import { Stack } from "@mantine/core";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { ClaimForm } from "./claim-form.tsx";
import { ClaimList } from "./claim-list.tsx";

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
