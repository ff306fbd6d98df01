import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PushDevice } from "#notices/contract/push-devices.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#notices/web/api.ts";
import { forgetPushAccount, writePushAccount } from "#notices/web/push-account.ts";
import { showToast } from "#ui/web/toast.tsx";
import {
  deviceTimeZone,
  endBrowserPush,
  isBrowserSubscribed,
  readPushState,
  subscribeBrowser,
  type PushState,
} from "./browser-push.ts";
import { t } from "./messages.ts";

const subscribedKey = ["push", "isBrowserSubscribed"];

/** Whether this browser is subscribed; true until that is known. */
export function useIsSubscribed(): boolean {
  const { data = true } = useQuery({ queryKey: subscribedKey, queryFn: isBrowserSubscribed });
  return data;
}

function useDevicesChanged() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: subscribedKey });
    await queryClient.invalidateQueries({ queryKey: api.notifications.listPushDevices.key() });
  };
}

/** Asks for the permission where needed, subscribes the browser and stores it as a device. */
export function useTurnOn(publicKey: string, userId: string, onState: (state: PushState) => void) {
  const client = useApiClient();
  const onSettled = useDevicesChanged();
  return useMutation({
    mutationFn: async () => {
      const permission = await Notification.requestPermission();
      onState(readPushState());
      if (permission !== "granted") return false;
      const subscription = await subscribeBrowser(publicKey).catch(() => null);
      if (subscription === null) return false;
      await client.notifications.subscribePush({ ...subscription, timeZone: deviceTimeZone() });
      writePushAccount(userId);
      return true;
    },
    onSuccess: (isOn) => {
      if (isOn) return;
      const title = t("push.notAllowed");
      const description = t("push.notAllowedText");
      showToast({ title, description, kind: "destructive", place: "push" });
    },
    onError: (error) => {
      const title = apiErrorMessage(error, t("push.failed"));
      showToast({ title, kind: "destructive", place: "push" });
    },
    onSettled,
  });
}

/** Ends a device and, where it is this one, the browser's subscription. */
export function useTurnOff() {
  const client = useApiClient();
  const onSettled = useDevicesChanged();
  return useMutation({
    mutationFn: async ({ device, isHere }: { device: PushDevice; isHere: boolean }) => {
      await client.notifications.unsubscribePush({ deviceId: device.id });
      if (!isHere) return;
      forgetPushAccount();
      await endBrowserPush().catch(() => undefined);
    },
    onError: (error) => {
      const title = apiErrorMessage(error, t("push.failed"));
      showToast({ title, kind: "destructive", place: "push" });
    },
    onSettled,
  });
}
