import { Stack } from "@mantine/core";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { earlyPart } from "#ui/web/early-part.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingCard } from "#ui/web/loading-state.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const ClaimForm = earlyPart(async () => (await import("./claim-form.tsx")).ClaimForm);
const ClaimList = earlyPart(async () => (await import("./claim-list.tsx")).ClaimList);

export const handle: PageHandle = {
  firstParts: [
    "goods/web/parcels/claims/claim-form.tsx",
    "goods/web/parcels/claims/claim-list.tsx",
  ],
};

export default function ClaimsPage() {
  return (
    <>
      <PageHeader
        above={<BackLink to="/dashboard/parcels" label={t("parcel-claims.back")} />}
        title={t("parcel-claims.title")}
        description={t("parcel-claims.description")}
      />
      <Stack gap="xl">
        <LazyPart fallback={<LoadingCard lines={8} />}>
          <ClaimForm />
        </LazyPart>
        <LazyPart fallback={<LoadingCard lines={4} />}>
          <ClaimList />
        </LazyPart>
      </Stack>
    </>
  );
}
