/** The card of the settings on what letters somebody wants. */
import { Stack, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toasts } from "#contract/messages.ts";
import type { NotificationSettings } from "#contract/users.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { showToast } from "#web/ui/toast.tsx";

type NotificationSwitch = {
  readonly name: keyof NotificationSettings;
  readonly label: string;
  readonly description: string;
  /** What administrators get; null: they get none of it. */
  readonly descriptionForStaff: string | null;
};

const switches: readonly NotificationSwitch[] = [
  {
    name: "emailNotifications",
    label: "Email Notifications",
    description: "Letters about your wallet and your plan.",
    descriptionForStaff: "Summaries of payments, and of what waits for somebody with them.",
  },
  {
    name: "shipmentUpdates",
    label: "Shipment Updates",
    description: "Letters when one of your packages moves on.",
    descriptionForStaff: "Summaries of new packages, and of those that stand still.",
  },
  {
    name: "marketingEmails",
    label: "Marketing Emails",
    description: "News and offers, now and then.",
    descriptionForStaff: null,
  },
];

/** Shows a turned switch at once, and turns it back where the server would not keep it. */
function useTurning() {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = api.users.readNotificationSettings.queryKey({ input: {} });
  return useMutation(
    api.users.updateNotificationSettings.mutationOptions({
      // One after the other: the last turn is the one that stays.
      scope: { id: "notification-settings" },
      onMutate: async (wanted) => {
        await queryClient.cancelQueries({ queryKey: key });
        queryClient.setQueryData(key, wanted);
      },
      onSuccess: () => showToast({ ...toasts.notificationSettingsUpdated, kind: "success" }),
      onError: (error) => {
        const title = apiErrorMessage(
          error,
          "Your notification settings could not be saved. Please try again.",
        );
        showToast({ title, kind: "destructive" });
        void queryClient.invalidateQueries({ queryKey: key });
      },
    }),
  );
}

/** @param isForStaff says what the switches hold back from administrators, and leaves out what they do not get. */
export function NotificationsCard(props: { isForStaff?: boolean }) {
  const shown = switches.flatMap(({ descriptionForStaff, ...given }) => {
    if (props.isForStaff !== true) return [given];
    return descriptionForStaff === null ? [] : [{ ...given, description: descriptionForStaff }];
  });
  const api = useApi();
  const turning = useTurning();
  const { data, isPending, isFetching, isLoadingError, refetch } = useQuery(
    api.users.readNotificationSettings.queryOptions({ input: {} }),
  );
  return (
    <SectionCard
      title="Notifications"
      description="Letters about your account itself, such as a new password, always go out."
    >
      {isPending ? <LoadingLines lines={3} /> : null}
      {isLoadingError ? (
        <ErrorState
          title="Your notification settings could not be loaded"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data ? (
        <Stack gap="lg">
          {shown.map(({ name, label, description }) => (
            <Switch
              key={name}
              label={label}
              aria-label={label}
              description={description}
              checked={data[name]}
              onChange={(event) => turning.mutate({ ...data, [name]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      ) : null}
    </SectionCard>
  );
}
