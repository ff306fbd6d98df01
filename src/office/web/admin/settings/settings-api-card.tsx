import { Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import type { PaymentAccessFacts } from "#platform/contract/settings.ts";
import { useApi, useApiClient } from "#office/web/api.ts";
import { useReauthentication } from "#people/web/auth/reauthentication.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { ErrorState } from "#ui/web/states.tsx";
import { FormError, Form } from "#ui/web/form.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard, DefinitionList } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { t, toastText } from "#ui/web/i18n/messages.tsx";
import { RemoveKeyButton, TrackingForm, useStoreSettings } from "./settings-tracking-card.tsx";

const schema = z.object({
  secretKey: z.string(),
  webhookSecret: z.string(),
  endpoint: z.string(),
});

function ModeBadge({ payment }: { payment: PaymentAccessFacts }) {
  if (payment.source === "unreadable") {
    return <StatusBadge label={t("admin-settings.keyUnreadable")} color="red" />;
  }
  if (payment.source === "sandbox") {
    return <StatusBadge label={t("admin-settings.sandboxPayments")} color="yellow" />;
  }
  return payment.mode === "live" ? (
    <StatusBadge label={t("admin-settings.liveMode")} color="green" />
  ) : (
    <StatusBadge label={t("admin-settings.testMode")} color="yellow" />
  );
}

function lastFourText(lastFour: string | null): string {
  return lastFour === null
    ? t("admin-settings.none")
    : t("admin-settings.endsIn", { digits: lastFour });
}

function InUse({ payment }: { payment: PaymentAccessFacts }) {
  return (
    <DefinitionList
      items={[
        { term: t("admin-settings.mode"), value: <ModeBadge payment={payment} /> },
        {
          term: t("admin-settings.comesFrom"),
          value: t(`admin-settings.keySource.${payment.source}`),
        },
        ...(payment.keyLastFour === null
          ? []
          : [
              { term: t("admin-settings.secretKey"), value: lastFourText(payment.keyLastFour) },
              {
                term: t("admin-settings.webhookSecret"),
                value: lastFourText(payment.webhookSecretLastFour),
              },
              { term: t("admin-settings.endpoint"), value: payment.endpoint },
            ]),
      ]}
    />
  );
}

function savedHint(payment: PaymentAccessFacts, lastFour: string | null): string {
  return payment.source === "settings" && lastFour !== null
    ? t("admin-settings.savedHint", { digits: lastFour })
    : "";
}

function AccessForm({ payment }: { payment: PaymentAccessFacts }) {
  const client = useApiClient();
  const store = useStoreSettings();
  const { withReauthentication, reauthenticationDialog } = useReauthentication();
  // The version when typing began: saving after somebody else did is rejected instead of undoing their change.
  const [expectedVersion, setExpectedVersion] = useState(payment.version);
  const form = useAppForm({
    schema,
    initialValues: { secretKey: "", webhookSecret: "", endpoint: payment.endpoint },
    fieldOf: {
      invalid_provider_key: "secretKey",
      provider_key_rejected: "secretKey",
      invalid_webhook_secret: "webhookSecret",
      endpoint_not_allowed: "endpoint",
    },
    draft: {
      name: "payment-access",
      version: String(expectedVersion),
      without: ["secretKey", "webhookSecret"],
    },
    onSubmit: async (values, { showToast }) => {
      const settings = await withReauthentication(() =>
        client.settings.savePaymentAccess({ ...values, expectedVersion }),
      );
      store(settings);
      setExpectedVersion(settings.payment.version);
      form.reset();
      showToast({ ...toastText("settingsSaved"), kind: "success" });
    },
  });
  return (
    <>
      <Form form={form} label={t("admin-settings.api")}>
        <FormError form={form} fallback={t("admin-settings.notSaved")} />
        <PasswordInput
          {...form.field("secretKey")}
          label={t("admin-settings.providerKey")}
          description={
            savedHint(payment, payment.keyLastFour) || t("admin-settings.providerKeyHint")
          }
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": t("admin-settings.showSecretKey") }}
        />
        <PasswordInput
          {...form.field("webhookSecret")}
          label={t("admin-settings.signingSecret")}
          description={
            savedHint(payment, payment.webhookSecretLastFour) ||
            t("admin-settings.signingSecretHint")
          }
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": t("admin-settings.showWebhookSecret") }}
        />
        <TextInput
          {...form.field("endpoint")}
          type="url"
          label={t("admin-settings.baseUrl")}
          description={t("admin-settings.baseUrlHint")}
          autoComplete="off"
        />
        <Group gap="sm">
          <Button type="submit" disabled={form.isSubmitting}>
            {t(form.isSubmitting ? "common.saving" : "admin-settings.saveApi")}
          </Button>
          {payment.source === "settings" || payment.source === "unreadable" ? (
            <RemoveKeyButton
              label={t("admin-settings.removeKey")}
              fallbackError={t("admin-settings.notSaved")}
              onRemove={() =>
                withReauthentication(() =>
                  client.settings.removePaymentAccess({ expectedVersion: payment.version }),
                )
              }
              onRemoved={(settings) => setExpectedVersion(settings.payment.version)}
            >
              {t("admin-settings.removeKeyHint")}
            </RemoveKeyButton>
          ) : null}
        </Group>
      </Form>
      {reauthenticationDialog}
    </>
  );
}

export function SettingsApiCards() {
  const api = useApi();
  const { data, isPending, isFetching, isLoadingError, refetch } = useQuery(
    api.settings.readSettings.queryOptions({ input: {} }),
  );
  if (isLoadingError) {
    return (
      <ErrorState
        title={t("admin-settings.notLoaded")}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <Stack gap="lg">
      <SectionCard title={t("admin-settings.inUse")} description={t("admin-settings.inUseHint")}>
        {isPending ? <LoadingLines lines={3} /> : <InUse payment={data.payment} />}
      </SectionCard>
      <SectionCard title={t("admin-settings.api")} description={t("admin-settings.apiHint")}>
        {isPending ? <LoadingLines lines={8} /> : <AccessForm payment={data.payment} />}
      </SectionCard>
      <SectionCard
        title={t("admin-settings.tracking")}
        description={t("admin-settings.trackingHint")}
      >
        {isPending ? <LoadingLines lines={4} /> : <TrackingForm tracking={data.tracking} />}
      </SectionCard>
    </Stack>
  );
}
