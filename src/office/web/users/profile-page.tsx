import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#office/web/api.ts";
import { ErrorState } from "#ui/web/states.tsx";
import { useFailureToast } from "#ui/web/toast.tsx";
import { LoadingFields } from "#ui/web/loading-fields.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { ProfileForm } from "./profile-form.tsx";

function LoadingForm() {
  return (
    <Stack gap="lg">
      <LoadingFields fields={3} />
      <LoadingFields fields={4} />
    </Stack>
  );
}

export default function ProfilePage() {
  const api = useApi();
  const profile = useQuery(api.users.readProfile.queryOptions({ input: {} }));
  useFailureToast(profile.error, toastText("profileNotLoaded"));
  return (
    <>
      <PageHeader title={t("users.profile.title")} description={t("users.profile.description")} />
      {profile.data ? <ProfileForm key={profile.data.id} profile={profile.data} /> : null}
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
