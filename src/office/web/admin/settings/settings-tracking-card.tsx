import { Anchor, Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import * as z from "zod/mini";
import type { TrackingAccessFacts, SettingsRecord } from "#platform/contract/settings.ts";
import { useApiClient, useApi } from "#office/web/api.ts";
import {
  useReauthentication,
  isReauthenticationRequired,
} from "#people/web/auth/reauthentication.tsx";
import { useRefetch } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { FormError, Form } from "#ui/web/form.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { useToasts } from "#ui/web/toast.tsx";
import { useQueryClient } from "@tanstack/react-query";

/** Which key is in use, and the form that saves another. */
export function TrackingForm({ tracking }: { tracking: TrackingAccessFacts }) {
  const client = useApiClient();
  const store = useStoreSettings();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  // The version when typing began: saving after somebody else did is rejected instead of undoing their change.
  const [expectedVersion, setExpectedVersion] = useState(tracking.version);
  const form = useAppForm({
    schema: z.object({ apiKey: z.string() }),
    initialValues: { apiKey: "" },
    fieldOf: { invalid_tracking_key: "apiKey", tracking_key_rejected: "apiKey" },
    draft: { name: "tracking-key", version: String(expectedVersion), without: ["apiKey"] },
    onSubmit: async ({ apiKey }, { showToast }) => {
      const settings = await withReauthentication(() =>
        client.settings.saveTrackingKey({ apiKey, expectedVersion }),
      );
      store(settings);
      setExpectedVersion(settings.tracking.version);
      form.reset();
      showToast({ ...toastText("settingsSaved"), kind: "success" });
    },
  });
  const { source, keyLastFour } = tracking;
  const digits = keyLastFour ?? "";
  return (
    <Stack gap="md">
      <DefinitionList
        items={[
          {
            term: t("admin-settings.comesFrom"),
            value: t(`admin-settings.trackingSource.${source}`),
          },
          ...(keyLastFour === null
            ? []
            : [
                {
                  term: t("admin-settings.trackingKey"),
                  value: t("admin-settings.endsIn", { digits }),
                },
              ]),
        ]}
      />
      {source === "sandbox" ? (
        <Text size="sm" c="dimmed">
          <Anchor href="/sandbox/tracking" inherit>
            {t("admin-settings.trackingSandbox")}
          </Anchor>
          <br />
          <span>{t("admin-settings.trackingSandboxHint")}</span>
        </Text>
      ) : null}
      <Form form={form} label={t("admin-settings.tracking")}>
        <FormError form={form} fallback={t("admin-settings.trackingNotSaved")} />
        <PasswordInput
          {...form.field("apiKey")}
          label={t("admin-settings.trackingKey")}
          description={t("admin-settings.trackingKeyHint")}
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": t("admin-settings.showTrackingKey") }}
        />
        <Group gap="sm">
          <Button type="submit" disabled={form.isSubmitting}>
            {t(form.isSubmitting ? "common.saving" : "admin-settings.saveTracking")}
          </Button>
          {source === "settings" || source === "unreadable" ? (
            <RemoveKeyButton
              label={t("admin-settings.removeTrackingKey")}
              fallbackError={t("admin-settings.trackingNotSaved")}
              onRemove={() =>
                withReauthentication(() =>
                  client.settings.removeTrackingKey({ expectedVersion: tracking.version }),
                )
              }
              onRemoved={(settings) => setExpectedVersion(settings.tracking.version)}
            >
              {t("admin-settings.trackingKeyRemoveHint")}
            </RemoveKeyButton>
          ) : null}
        </Group>
      </Form>
      {reauthenticationDialog}
    </Stack>
  );
}

/** Removes a saved key after a question, whose consequence is `children`. */
export function RemoveKeyButton(props: {
  label: string;
  /** Shown where the server gives no reason. */
  fallbackError: string;
  /** Asks for the password where the server requires it. */
  onRemove: () => Promise<SettingsRecord>;
  onRemoved: (settings: SettingsRecord) => void;
  children: ReactNode;
}) {
  const store = useStoreSettings();
  const { showToast } = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const remove = async () => {
    setConfirming(false);
    try {
      const settings = await props.onRemove();
      store(settings);
      props.onRemoved(settings);
      showToast({ ...toastText("settingsSaved"), kind: "success" });
    } catch (error) {
      if (isReauthenticationRequired(error)) return;
      const description = apiErrorMessage(error, props.fallbackError);
      showToast({ title: t("admin-settings.keyNotRemoved"), description, kind: "destructive" });
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {props.label}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t("admin-settings.removeKeyQuestion")}
        confirmLabel={t("admin-settings.remove")}
        isDestructive
        onConfirm={remove}
      >
        {props.children}
      </ConfirmDialog>
    </>
  );
}

/** Stores the server's response in the cache, so that the screen shows it at once. */
export function useStoreSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  return (settings: SettingsRecord) => {
    queryClient.setQueryData(api.settings.readSettings.queryKey({ input: {} }), settings);
    refetch();
  };
}
