import { Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Lock from "lucide-react/icons/lock";
import { useId } from "react";
import type { NotificationSettings } from "#contract/users.ts";
import {
  notificationGroups,
  notificationKinds,
  notificationMatrix,
  optionalChannels,
  switchOf,
  warehouseKinds,
  type NotificationGroup,
  type NotificationKind,
  type OptionalChannel,
} from "#core/notification.ts";
import { apiErrorMessage, useApi } from "#web/api.tsx";
import { usePublicSettings } from "#web/session.tsx";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { TickBox } from "#web/ui/tick-box.tsx";
import { showToast } from "#web/ui/toast.tsx";
import classes from "./notification-choices.module.css";
import { t } from "./messages.ts";

type TurnedOff = readonly { readonly kind: NotificationKind; readonly channel: OptionalChannel }[];

/** Whether the switches above allow this kind in the channel. */
function isAllowed(
  kind: NotificationKind,
  channel: OptionalChannel,
  switches: NotificationSettings,
) {
  const name = switchOf(kind, channel);
  return name === null || switches[name];
}

/** Saves a choice at once, and shows what is stored where that fails. */
function useChoice() {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = api.notifications.listPreferences.queryKey({ input: {} });
  return useMutation(
    api.notifications.setPreference.mutationOptions({
      // One after the other, so that the last change is the one that is stored.
      scope: { id: "notification-choices" },
      onMutate: async ({ kind, channel, isOn }) => {
        await queryClient.cancelQueries({ queryKey: key });
        queryClient.setQueryData(key, (stored) => {
          if (stored === undefined) return stored;
          const others = stored.turnedOff.filter(
            (off) => off.kind !== kind || off.channel !== channel,
          );
          return { turnedOff: isOn ? others : [...others, { kind, channel }] };
        });
      },
      onError: (error) => {
        const title = apiErrorMessage(error, t("users.notifications.saveFailed"));
        showToast({ title, kind: "destructive", place: "notifications" });
        void queryClient.invalidateQueries({ queryKey: key });
      },
    }),
  );
}

function Choice(props: {
  kind: NotificationKind;
  channel: OptionalChannel;
  switches: NotificationSettings;
  turnedOff: TurnedOff;
  onTurn: (isOn: boolean) => void;
}) {
  const { kind, channel } = props;
  const allowed = isAllowed(kind, channel, props.switches);
  const { isOptional } = notificationMatrix[kind];
  if (!isOptional || !allowed) {
    return (
      <span className={classes["fixed"]}>
        {allowed ? <Lock size={14} aria-hidden="true" /> : null}
        {t(allowed ? "users.choices.always" : "users.choices.offAbove")}
      </span>
    );
  }
  const isOff = props.turnedOff.some((off) => off.kind === kind && off.channel === channel);
  return (
    <TickBox
      isTicked={!isOff}
      label={t("users.choices.cell", {
        kind: t(`users.notificationKind.${kind}`),
        channel: t(`users.channel.${channel}`),
      })}
      onTick={props.onTurn}
    />
  );
}

/** Of which kinds a customer is notified by which channel, below the switches, which come first. */
export function NotificationChoices(props: { switches: NotificationSettings }) {
  const api = useApi();
  const choice = useChoice();
  const id = useId();
  const query = useQuery(api.notifications.listPreferences.queryOptions({ input: {} }));
  const { hasWarehouse } = usePublicSettings();
  const { data } = query;
  if (data === undefined) {
    return <NotLoaded query={query} failure={{ title: t("users.choices.notLoaded") }} lines={6} />;
  }
  const kinds = notificationKinds.filter((kind) => hasWarehouse || !warehouseKinds.has(kind));
  const kindsOf = (group: NotificationGroup) =>
    kinds.filter((kind) => notificationMatrix[kind].group === group);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" id={id}>
        {t("users.choices.explanation")}
      </Text>
      <table className={classes["choices"]} aria-describedby={id}>
        <caption className="visually-hidden">{t("users.choices.title")}</caption>
        {notificationGroups
          .filter((group) => kindsOf(group).length > 0)
          .map((group) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup">{t(`users.notificationGroup.${group}`)}</th>
                {optionalChannels.map((channel) => (
                  <th key={channel} scope="col">
                    {t(`users.channel.${channel}`)}
                  </th>
                ))}
              </tr>
              {kindsOf(group).map((kind) => (
                <tr key={kind}>
                  <th scope="row">{t(`users.notificationKind.${kind}`)}</th>
                  {optionalChannels.map((channel) => (
                    <td key={channel}>
                      <Choice
                        kind={kind}
                        channel={channel}
                        switches={props.switches}
                        turnedOff={data.turnedOff}
                        onTurn={(isOn) => choice.mutate({ kind, channel, isOn })}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
      </table>
    </>
  );
}
