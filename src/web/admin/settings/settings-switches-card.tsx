/** A card of the platform's settings with switches, each of which binds the server as soon as it is turned. */
import { Stack, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { settingTurned, toasts } from "#contract/messages.ts";
import type { SettingsRecord, SettingName } from "#contract/settings.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { showToast } from "#web/ui/toast.tsx";

export type SettingSwitch = {
  readonly name: SettingName;
  readonly label: string;
  readonly description: string;
};

const notChanged = "The setting could not be changed. It stands as before; please try again.";

/** Shows a turned switch at once, and turns it back where the server would not keep it. */
function useTurning(switches: readonly SettingSwitch[]) {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = api.settings.readSettings.queryKey({ input: {} });
  const labelOf = (setting: SettingName) =>
    switches.find(({ name }) => name === setting)?.label ?? setting;
  return useMutation(
    api.settings.changeSetting.mutationOptions({
      // One after the other: the last turn is the one that stays.
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
        const description = settingTurned(labelOf(setting), isEnabled);
        showToast({ ...toasts.settingUpdated, description, kind: "success" });
      },
      onError: (error, { setting, isEnabled }) => {
        queryClient.setQueryData(
          key,
          (known: SettingsRecord | undefined) => known && { ...known, [setting]: !isEnabled },
        );
        const description = apiErrorMessage(error, notChanged);
        showToast({ title: "Setting not changed", description, kind: "destructive" });
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
  const turning = useTurning(props.switches);
  const [isClosing, setClosing] = useState(false);
  const { data, isPending, isFetching, isLoadingError, refetch } = useQuery(
    api.settings.readSettings.queryOptions({ input: {} }),
  );
  const turn = (setting: SettingName, isEnabled: boolean) => {
    // Customers are in the middle of something: nobody shuts them out by a slip.
    if (setting === "maintenanceMode" && isEnabled) setClosing(true);
    else turning.mutate({ setting, isEnabled });
  };
  return (
    <SectionCard title={props.title} description={props.description}>
      {isPending ? <LoadingLines lines={props.switches.length * 2} /> : null}
      {isLoadingError ? (
        <ErrorState
          title="The settings could not be loaded"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data ? (
        <Stack gap="lg">
          {props.switches.map(({ name, label, description }) => (
            <Switch
              key={name}
              label={label}
              aria-label={label}
              description={description}
              checked={data[name]}
              onChange={(event) => turn(name, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      ) : null}
      <ConfirmDialog
        isOpen={isClosing}
        onClose={() => setClosing(false)}
        title="Turn maintenance mode on?"
        confirmLabel="Turn on"
        onConfirm={async () => {
          await turning.mutateAsync({ setting: "maintenanceMode", isEnabled: true });
        }}
      >
        Customers see a maintenance page at once, wherever they are, and cannot log in. Admins go on
        as usual. What customers were typing is kept for them.
      </ConfirmDialog>
    </SectionCard>
  );
}
