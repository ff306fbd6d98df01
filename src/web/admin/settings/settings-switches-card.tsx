import { SwitchList } from "#web/ui/switch-list.tsx";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#web/i18n/messages.tsx";
import { toastText } from "#web/i18n/toast-text.ts";
import type { SettingsRecord } from "#contract/settings.ts";
import type { SettingName } from "#core/setting.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { showToast } from "#web/ui/toast.tsx";

export type SettingSwitch = {
  readonly name: SettingName;
  readonly label: string;
  readonly description: string;
};

const notChangedText = "The setting could not be changed. Please try again.";

/** Shows the change at once, and reverts it when the server rejects it. */
function useChangeSetting(switches: readonly SettingSwitch[]) {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = api.settings.readSettings.queryKey({ input: {} });
  const labelOf = (setting: SettingName) =>
    switches.find(({ name }) => name === setting)?.label ?? setting;
  return useMutation(
    api.settings.changeSetting.mutationOptions({
      // One request after the other, so that the last change wins.
      scope: { id: "platform-settings" },
      onMutate: async ({ setting, isEnabled }) => {
        await queryClient.cancelQueries({ queryKey: key });
        queryClient.setQueryData(
          key,
          (known: SettingsRecord | undefined) => known && { ...known, [setting]: isEnabled },
        );
      },
      onSuccess: (settings, { setting, isEnabled }) => {
        queryClient.setQueryData(key, settings);
        void queryClient.invalidateQueries({ queryKey: api.settings.readPublicSettings.key() });
        const description = t(
          isEnabled ? "sentences.settingEnabled" : "sentences.settingDisabled",
          {
            setting: labelOf(setting),
          },
        );
        showToast({
          ...toastText("settingUpdated"),
          description,
          kind: "success",
          place: "settings",
        });
      },
      onError: (error, { setting, isEnabled }) => {
        queryClient.setQueryData(
          key,
          (known: SettingsRecord | undefined) => known && { ...known, [setting]: !isEnabled },
        );
        const description = apiErrorMessage(error, notChangedText);
        showToast({
          title: "Setting not changed",
          description,
          kind: "destructive",
          place: "settings",
        });
        void queryClient.invalidateQueries({ queryKey: key });
      },
    }),
  );
}

export function SettingsSwitchesCard(props: {
  title: string;
  description: string;
  switches: readonly SettingSwitch[];
}) {
  const api = useApi();
  const change = useChangeSetting(props.switches);
  const [isConfirming, setConfirming] = useState(false);
  const query = useQuery(api.settings.readSettings.queryOptions({ input: {} }));
  const turn = (setting: SettingName, isEnabled: boolean) => {
    // Maintenance mode interrupts customers, so turning it on needs confirmation.
    if (setting === "maintenanceMode" && isEnabled) setConfirming(true);
    else change.mutate({ setting, isEnabled });
  };
  return (
    <SectionCard title={props.title} description={props.description}>
      {query.data ? (
        <SwitchList switches={props.switches} values={query.data} onTurn={turn} />
      ) : (
        <NotLoaded
          query={query}
          failure={{ title: "The settings could not be loaded" }}
          lines={props.switches.length * 2}
        />
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Turn maintenance mode on?"
        confirmLabel="Turn on"
        onConfirm={async () => {
          await change.mutateAsync({ setting: "maintenanceMode", isEnabled: true });
        }}
      >
        Customers see a maintenance page immediately and cannot log in. Admins can keep working.
        Customers keep what they were typing.
      </ConfirmDialog>
    </SectionCard>
  );
}
