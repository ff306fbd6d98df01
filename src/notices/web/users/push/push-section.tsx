import { Alert, Button, Group, Stack, Switch, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Info from "lucide-react/icons/info";
import { useState, type ReactNode } from "react";
import type { PushDevice } from "#notices/contract/push-devices.ts";
import { brandName } from "#platform/rules/brand.ts";
import { quietFrom, quietUntil } from "#notices/rules/push.ts";
import { useApi, useApiClient } from "#notices/web/api.ts";
import { usePerson } from "#ui/web/session.tsx";
import { deviceName } from "#people/web/users/device-name.ts";
import { momentText } from "#ui/web/figures.tsx";
import { useAction } from "#ui/web/action.ts";
import { NotLoaded } from "#ui/web/states.tsx";
import {
  readPushState,
  type PushState,
  deviceTimeZone,
  endBrowserPush,
  isBrowserSubscribed,
  subscribeBrowser,
} from "./browser-push.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { forgetPushAccount, writePushAccount } from "#notices/web/push-account.ts";

function useDeviceChanges() {
  const api = useApi();
  const details = useAction(
    { ...api.notifications.setPushDetails.mutationOptions(), scope: { id: "push-details" } },
    {
      place: "push",
      atOnce: {
        queryKey: api.notifications.listPushDevices.queryKey({ input: {} }),
        change: (known: { items: PushDevice[] }, { deviceId, showsDetails }) => ({
          ...known,
          items: known.items.map((device) =>
            device.id === deviceId ? { ...device, showsDetails } : device,
          ),
        }),
      },
      done: () => null,
      hint: t("push.failed"),
    },
  );
  const test = useAction(api.notifications.sendTestPush.mutationOptions(), {
    done: () => ({ title: t("push.testSent") }),
    hint: t("push.failed"),
  });
  return { details, test };
}

/** What the device that is on can be set to. */
function DeviceSettings(props: { device: PushDevice }) {
  const { id, showsDetails } = props.device;
  const { details, test } = useDeviceChanges();
  return (
    <>
      <Switch
        label={t("push.details")}
        aria-label={t("push.details")}
        description={t("push.detailsDescription")}
        checked={showsDetails}
        onChange={(event) =>
          void details.run({ deviceId: id, showsDetails: event.currentTarget.checked })
        }
      />
      <Group>
        <Button
          variant="default"
          loading={test.isRunning}
          onClick={() => void test.run({ deviceId: id })}
        >
          {t("push.test")}
        </Button>
      </Group>
    </>
  );
}

function OtherDevices(props: { devices: readonly PushDevice[] }) {
  const turnOff = useTurnOff();
  if (props.devices.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={4} size="h6">
        {t("push.otherDevices")}
      </Title>
      {props.devices.map((device) => (
        <Group key={device.id} justify="space-between" gap="sm">
          <Stack gap={0} flex="1 1 10rem">
            <Text size="sm">{deviceName(device)}</Text>
            <Text size="sm" c="dimmed">
              {t("push.since", { day: momentText(device.createdAt) })}
            </Text>
          </Stack>
          <Button
            variant="default"
            size="compact-md"
            aria-label={t("push.turnOffDevice", { device: deviceName(device) })}
            loading={turnOff.input?.device.id === device.id}
            onClick={() => void turnOff.run({ device, isHere: false })}
          >
            {t("push.turnOff")}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}

function Notice(props: { title?: string; children: ReactNode }) {
  const { title } = props;
  return (
    <Alert
      color="gray"
      icon={<Info size={18} aria-hidden="true" />}
      {...(title !== undefined && { title })}
    >
      {props.children}
    </Alert>
  );
}

/** Why notifications cannot be turned on in this browser, and what to do about it. */
function Obstacle(props: { state: Exclude<PushState, "allowed" | "notAsked"> }) {
  if (props.state === "homeScreen") {
    return (
      <Notice title={t("push.homeScreenTitle", { brand: brandName })}>
        {t("push.homeScreen", { brand: brandName })}
      </Notice>
    );
  }
  if (props.state === "blocked")
    return <Notice title={t("push.blockedTitle")}>{t("push.blocked")}</Notice>;
  return <Notice>{t("push.unsupported")}</Notice>;
}

/** Turns notifications on and off in this browser, and off on other devices. */
function Devices(props: { publicKey: string; devices: readonly PushDevice[]; userId: string }) {
  const { publicKey, devices, userId } = props;
  const [state, setState] = useState(readPushState);
  const turnOn = useTurnOn(userId, setState);
  const turnOff = useTurnOff();
  const isSubscribed = useIsSubscribed();
  const current = devices.find(({ isCurrent }) => isCurrent);
  const isOn = current !== undefined && state === "allowed" && isSubscribed;
  const isChanging = turnOn.isRunning || turnOff.isRunning;
  return (
    <Stack gap="lg">
      {state === "allowed" || state === "notAsked" ? (
        <Switch
          label={t("push.switch")}
          aria-label={t("push.switch")}
          description={t("push.switchDescription", {
            brand: brandName,
            from: quietFrom,
            until: quietUntil,
          })}
          checked={isChanging ? turnOn.isRunning : isOn}
          disabled={isChanging}
          onChange={(event) => {
            if (event.currentTarget.checked) void turnOn.run(publicKey);
            else if (current !== undefined) void turnOff.run({ device: current, isHere: true });
          }}
        />
      ) : (
        <Obstacle state={state} />
      )}
      {isOn ? <DeviceSettings device={current} /> : null}
      <OtherDevices devices={devices.filter(({ isCurrent }) => !isCurrent)} />
    </Stack>
  );
}

/** Push notifications on this and other devices. */
export function PushSection() {
  const api = useApi();
  const person = usePerson();
  const query = useQuery(api.notifications.listPushDevices.queryOptions({ input: {} }));
  return (
    <section>
      <Title order={3} size="h5" mb="sm">
        {t("push.title")}
      </Title>
      {query.data === undefined ? (
        <NotLoaded query={query} failure={{ title: t("push.notLoaded") }} lines={3} />
      ) : (
        <Devices publicKey={query.data.publicKey} devices={query.data.items} userId={person.id} />
      )}
    </section>
  );
}

const subscribedKey = ["push", "isBrowserSubscribed"];

/** Whether this browser is subscribed; true until that is known. */
function useIsSubscribed(): boolean {
  const { data = true } = useQuery({ queryKey: subscribedKey, queryFn: isBrowserSubscribed });
  return data;
}

/** Asks for the permission where needed, subscribes the browser and stores it as a device. */
function useTurnOn(userId: string, onState: (state: PushState) => void) {
  const client = useApiClient();
  const mutationFn = async (publicKey: string) => {
    const permission = await Notification.requestPermission();
    onState(readPushState());
    if (permission !== "granted") return false;
    const subscription = await subscribeBrowser(publicKey).catch(() => null);
    if (subscription === null) return false;
    await client.notifications.subscribePush({ ...subscription, timeZone: deviceTimeZone() });
    writePushAccount(userId);
    return true;
  };
  return useAction(
    { mutationFn },
    {
      done: (isOn) =>
        isOn
          ? null
          : {
              title: t("push.notAllowed"),
              description: t("push.notAllowedText"),
              kind: "destructive",
            },
      hint: t("push.failed"),
      waits: true,
    },
  );
}

/** Ends a device and, where it is this one, the browser's subscription. */
function useTurnOff() {
  const client = useApiClient();
  const mutationFn = async ({ device, isHere }: { device: PushDevice; isHere: boolean }) => {
    await client.notifications.unsubscribePush({ deviceId: device.id });
    if (!isHere) return;
    forgetPushAccount();
    await endBrowserPush().catch(() => undefined);
  };
  return useAction({ mutationFn }, { done: () => null, hint: t("push.failed"), waits: true });
}
