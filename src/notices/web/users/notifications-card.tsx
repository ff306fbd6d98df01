import { Stack, Text } from "@mantine/core";
import { useAction } from "#ui/web/action.ts";
import { SwitchList } from "#ui/web/switch-list.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { useQuery } from "@tanstack/react-query";
import type { NotificationSettings } from "#notices/contract/notifications.ts";
import { useApi } from "#notices/web/api.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { PushSection } from "./push/push-section.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { useId, useState } from "react";
import {
  dailyDigest,
  notificationGroups,
  notificationKinds,
  notificationMatrix,
  optionalChannels,
  switchOf,
  warehouseKinds,
  type OptionalChannel,
  type TurnedOffKind,
} from "#notices/rules/notification.ts";
import { TickBox } from "#ui/web/tick-box.tsx";
import classes from "./notification-choices.module.css";

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

function useSettingsUpdate() {
  const api = useApi();
  return useAction(
    {
      ...api.users.updateNotificationSettings.mutationOptions(),
      // Requests run one after the other, so that the last change is the one that is stored.
      scope: { id: "notification-settings" },
    },
    {
      place: "notifications",
      atOnce: {
        queryKey: api.users.readNotificationSettings.queryKey({ input: {} }),
        change: (_known: NotificationSettings, settings) => settings,
      },
      done: () => toastText("notificationSettingsUpdated"),
      hint: t("notification-settings.saveFailed"),
    },
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
            onTurn={(name, isOn) => void update.run({ ...data, [name]: isOn })}
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

type TurnedOff = readonly { readonly kind: TurnedOffKind; readonly channel: OptionalChannel }[];

/** Whether the switches above allow this kind in the channel. */
function isAllowed(kind: TurnedOffKind, channel: OptionalChannel, switches: NotificationSettings) {
  const name = kind === dailyDigest ? "shipmentUpdates" : switchOf(kind, channel);
  return name === null || switches[name];
}

function useChoice() {
  const api = useApi();
  return useAction(
    {
      ...api.notifications.setPreference.mutationOptions(),
      // One after the other, so that the last change is the one that is stored.
      scope: { id: "notification-choices" },
    },
    {
      place: "notifications",
      atOnce: {
        queryKey: api.notifications.listPreferences.queryKey({ input: {} }),
        change: (known: { turnedOff: TurnedOff }, { kind, channel, isOn }) => {
          const others = known.turnedOff.filter(
            (off) => off.kind !== kind || off.channel !== channel,
          );
          return { turnedOff: isOn ? others : [...others, { kind, channel }] };
        },
      },
      done: () => null,
      hint: t("notification-settings.saveFailed"),
    },
  );
}

function Choice(props: {
  kind: TurnedOffKind;
  channel: OptionalChannel;
  switches: NotificationSettings;
  turnedOff: TurnedOff;
  onTurn: (isOn: boolean) => void;
}) {
  const { kind, channel } = props;
  const allowed = isAllowed(kind, channel, props.switches);
  if (!allowed)
    return <span className={classes["fixed"]}>{t("notification-settings.choices.offAbove")}</span>;
  const isOff = props.turnedOff.some((off) => off.kind === kind && off.channel === channel);
  return (
    <TickBox
      isTicked={!isOff}
      label={t("notification-settings.choices.cell", {
        kind: t(`notification-settings.notificationKind.${kind}`),
        channel: t(`notification-settings.channel.${channel}`),
      })}
      onTick={props.onTurn}
    />
  );
}

/** The groups with their kinds that can be turned off; whatever is always notified is no choice. */
function choicesOf(hasWarehouse: boolean) {
  return notificationGroups.flatMap((group) => {
    const kinds = notificationKinds.filter((kind) => {
      const rule = notificationMatrix[kind];
      const isThere = hasWarehouse || !warehouseKinds.has(kind);
      return rule.group === group && rule.isOptional && isThere;
    });
    // The daily digest is about both, and stands with what is there without a warehouse, too.
    const choices: TurnedOffKind[] = group === "packages" ? [dailyDigest, ...kinds] : kinds;
    return choices.length === 0 ? [] : [{ group, kinds: choices }];
  });
}

function Choices(props: { switches: NotificationSettings }) {
  const api = useApi();
  const choice = useChoice();
  const id = useId();
  const query = useQuery(api.notifications.listPreferences.queryOptions({ input: {} }));
  const hasWarehouse = useHasWarehouse();
  const { data } = query;
  if (data === undefined) {
    return (
      <NotLoaded
        query={query}
        failure={{ title: t("notification-settings.choices.notLoaded") }}
        lines={6}
      />
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" id={id}>
        {t(
          hasWarehouse
            ? "notification-settings.choices.explanation"
            : "notification-settings.choices.moneyExplanation",
        )}
      </Text>
      <table className={classes["choices"]} aria-describedby={id}>
        <caption className="visually-hidden">{t("notification-settings.choices.title")}</caption>
        {choicesOf(hasWarehouse).map(({ group, kinds }) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup">{t(`notification-settings.notificationGroup.${group}`)}</th>
              {optionalChannels.map((channel) => (
                <th key={channel} scope="col">
                  {t(`notification-settings.channel.${channel}`)}
                </th>
              ))}
            </tr>
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">{t(`notification-settings.notificationKind.${kind}`)}</th>
                {optionalChannels.map((channel) => (
                  <td key={channel}>
                    {kind === dailyDigest && channel === "push" ? null : (
                      <Choice
                        kind={kind}
                        channel={channel}
                        switches={props.switches}
                        turnedOff={data.turnedOff}
                        onTurn={(isOn) => void choice.run({ kind, channel, isOn })}
                      />
                    )}
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

/** Of which kinds a customer is notified by which channel, behind the switches, which decide first. */
export function NotificationChoices(props: { switches: NotificationSettings }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes["details"]} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("notification-settings.choices.open")}</summary>
      {isOpen ? <Choices {...props} /> : null}
    </details>
  );
}
