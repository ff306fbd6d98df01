import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#web/api-of/office.ts";
import type { PageHandle } from "#web/early-reading.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { useFailureToast } from "#web/ui/failure-toast.ts";
import { earlyPart } from "#web/ui/early-part.tsx";
import { LazyPart } from "#web/ui/lazy-part.tsx";
import { LoadingFields } from "#web/ui/loading-fields.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { t, toastText } from "./messages.ts";

const ProfileForm = earlyPart(async () => (await import("./profile-form.tsx")).ProfileForm);

function LoadingForm() {
  return (
    <Stack gap="lg">
      <LoadingFields fields={3} />
      <LoadingFields fields={4} />
    </Stack>
  );
}

export const handle: PageHandle = { firstParts: ["users/profile-form.tsx"] };

export default function ProfilePage() {
  const api = useApi();
  const profile = useQuery(api.users.readProfile.queryOptions({ input: {} }));
  useFailureToast(profile.error, toastText("profileNotLoaded"));
  return (
    <>
      <PageHeader title={t("users.profile.title")} description={t("users.profile.description")} />
      {profile.data ? (
        <LazyPart fallback={<LoadingForm />}>
          <ProfileForm key={profile.data.id} profile={profile.data} />
        </LazyPart>
      ) : null}
      {profile.isPending ? <LoadingForm /> : null}
      {profile.isLoadingError ? (
        <ErrorState
          {...toastText("profileNotLoaded")}
          onRetry={() => void profile.refetch()}
          isRetrying={profile.isFetching}
        />
      ) : null}
    </>
  );
}
