import { Stack } from "@mantine/core";
import { SwitchList } from "#ui/web/switch-list.tsx";
import { NotLoaded } from "#ui/web/not-loaded.tsx";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NotificationSettings } from "#notices/contract/notification-settings.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#notices/web/api.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { useHasWarehouse } from "#ui/web/has-warehouse.ts";
import { PushSection } from "./push/push-section.tsx";
import { NotificationChoices } from "./notification-choices.tsx";
import { t, toastText } from "./notification-messages.ts";

type NotificationSwitch = {
  readonly name: keyof NotificationSettings;
  readonly label: string;
  readonly description: string;
  /** Description for admins; null if admins do not receive these emails. */
  readonly adminDescription: string | null;
};

const switchesFor = (hasWarehouse: boolean): readonly NotificationSwitch[] => [
  {
    name: "emailNotifications",
    label: t("notification-settings.email"),
    description: t("notification-settings.emailDescription"),
    adminDescription: t("notification-settings.emailDescriptionForAdmins"),
  },
  {
    name: "shipmentUpdates",
    label: t("notification-settings.shipments"),
    description: t(
      hasWarehouse
        ? "notification-settings.shipmentsDescription"
        : "notification-settings.packagesDescription",
    ),
    adminDescription: t("notification-settings.shipmentsDescriptionForAdmins"),
  },
  {
    name: "marketingEmails",
    label: t("notification-settings.marketing"),
    description: t("notification-settings.marketingDescription"),
    adminDescription: null,
  },
];

/** Updates the settings optimistically and reloads them when saving fails. */
function useSettingsUpdate() {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = api.users.readNotificationSettings.queryKey({ input: {} });
  return useMutation(
    api.users.updateNotificationSettings.mutationOptions({
      // Requests run one after the other, so that the last change is the one that is stored.
      scope: { id: "notification-settings" },
      onMutate: async (settings) => {
        await queryClient.cancelQueries({ queryKey: key });
        queryClient.setQueryData(key, settings);
      },
      onSuccess: () =>
        showToast({
          ...toastText("notificationSettingsUpdated"),
          kind: "success",
          place: "notifications",
        }),
      onError: (error) => {
        const title = apiErrorMessage(error, t("notification-settings.saveFailed"));
        showToast({ title, kind: "destructive", place: "notifications" });
        void queryClient.invalidateQueries({ queryKey: key });
      },
    }),
  );
}

/** @param isForAdmins shows the descriptions for admins and hides the emails that admins do not receive. */
export function NotificationsCard(props: { isForAdmins?: boolean }) {
  const hasWarehouse = useHasWarehouse();
  const shownSwitches = switchesFor(hasWarehouse).flatMap(({ adminDescription, ...setting }) => {
    if (props.isForAdmins !== true) return [setting];
    return adminDescription === null ? [] : [{ ...setting, description: adminDescription }];
  });
  const api = useApi();
  const update = useSettingsUpdate();
  const query = useQuery(api.users.readNotificationSettings.queryOptions({ input: {} }));
  const { data } = query;
  return (
    <SectionCard
      title={t("notification-settings.title")}
      description={t("notification-settings.account")}
    >
      {data ? (
        <Stack gap="xl">
          <SwitchList
            switches={shownSwitches}
            values={data}
            onTurn={(name, isOn) => update.mutate({ ...data, [name]: isOn })}
          />
          {props.isForAdmins === true ? null : (
            <>
              <PushSection />
              <NotificationChoices switches={data} />
            </>
          )}
        </Stack>
      ) : (
        <NotLoaded
          query={query}
          failure={{ title: t("notification-settings.notLoaded") }}
          lines={3}
        />
      )}
    </SectionCard>
  );
}
