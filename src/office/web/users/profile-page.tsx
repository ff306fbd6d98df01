import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#office/web/api.ts";
import type { PageHandle } from "#ui/web/early-reading.tsx";
import { ErrorState } from "#ui/web/states.tsx";
import { useFailureToast } from "#ui/web/toast.tsx";
import { earlyPart } from "#ui/web/early-part.tsx";
import { LazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingFields } from "#ui/web/loading-fields.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";

const ProfileForm = earlyPart(async () => (await import("./profile-form.tsx")).ProfileForm);

function LoadingForm() {
  return (
    <Stack gap="lg">
      <LoadingFields fields={3} />
      <LoadingFields fields={4} />
    </Stack>
  );
}

export const handle: PageHandle = { firstParts: ["office/web/users/profile-form.tsx"] };

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
