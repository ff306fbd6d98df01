import { Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { toastText } from "#web/i18n/toast-text.ts";
import type { PaymentAccessFacts, SettingsRecord } from "#contract/settings.ts";
import { apiErrorMessage, useApi, useApiClient } from "#web/api.tsx";
import { isReauthenticationRequired, useReauthentication } from "#web/auth/reauthentication.tsx";
import { useAppForm } from "#web/ui/app-form.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Form } from "#web/ui/form.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { useToasts } from "#web/ui/toast.tsx";
import { DefinitionList } from "#web/ui/definition-list.tsx";

const schema = z.object({
  secretKey: z.string(),
  webhookSecret: z.string(),
  endpoint: z.string(),
});

const notSaved = "The API configuration could not be saved. Nothing was changed; please try again.";

const sources: Readonly<Record<PaymentAccessFacts["source"], string>> = {
  settings: "Saved here",
  environment: "The server's environment",
  sandbox: "None: the payment sandbox is in use",
  unreadable: "Saved with a different SECRET of the server: please enter both again",
};

function ModeBadge({ payment }: { payment: PaymentAccessFacts }) {
  if (payment.source === "unreadable") {
    return <StatusBadge label="Cannot be read, payments are off" color="red" />;
  }
  if (payment.source === "sandbox") {
    return <StatusBadge label="Sandbox, no real money moves" color="yellow" />;
  }
  return payment.mode === "live" ? (
    <StatusBadge label="Live mode, real money" color="green" />
  ) : (
    <StatusBadge label="Test mode, no real money moves" color="yellow" />
  );
}

function lastFourText(lastFour: string | null): string {
  return lastFour === null ? "None" : `Ends in ${lastFour}`;
}

function InUse({ payment }: { payment: PaymentAccessFacts }) {
  return (
    <DefinitionList
      items={[
        { term: "Mode", value: <ModeBadge payment={payment} /> },
        { term: "Comes from", value: sources[payment.source] },
        ...(payment.keyLastFour === null
          ? []
          : [
              { term: "Secret key", value: lastFourText(payment.keyLastFour) },
              { term: "Webhook secret", value: lastFourText(payment.webhookSecretLastFour) },
              { term: "Endpoint", value: payment.endpoint },
            ]),
      ]}
    />
  );
}

function savedHint(payment: PaymentAccessFacts, lastFour: string | null): string {
  return payment.source === "settings" && lastFour !== null
    ? `The saved one ends in ${lastFour}. Leave empty to keep it.`
    : "";
}

/** Stores the server's response in the cache, so that the screen shows it at once. */
function useStoreSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  return (settings: SettingsRecord) => {
    queryClient.setQueryData(api.settings.readSettings.queryKey({ input: {} }), settings);
    void queryClient.invalidateQueries({ queryKey: api.settings.readPublicSettings.key() });
  };
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
        client.settings.savePaymentAccess({ ...values, version: expectedVersion }),
      );
      store(settings);
      setExpectedVersion(settings.payment.version);
      form.reset();
      showToast({ ...toastText("settingsSaved"), kind: "success" });
    },
  });
  return (
    <>
      <Form form={form} label="API Configuration">
        <FormError form={form} fallback={notSaved} />
        <PasswordInput
          {...form.field("secretKey")}
          label="Payment provider secret key"
          description={
            savedHint(payment, payment.keyLastFour) ||
            "From the provider's dashboard, under API keys."
          }
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": "Show secret key" }}
        />
        <PasswordInput
          {...form.field("webhookSecret")}
          label="Webhook signing secret"
          description={
            savedHint(payment, payment.webhookSecretLastFour) ||
            "From the webhook that points to /api/webhooks/stripe of this site."
          }
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": "Show webhook secret" }}
        />
        <TextInput
          {...form.field("endpoint")}
          type="url"
          label="API endpoint base URL"
          description="Only the provider's own, or the one in the server's configuration."
          autoComplete="off"
        />
        <Group gap="sm">
          <Button type="submit" disabled={form.isSubmitting}>
            {form.isSubmitting ? "Saving..." : "Save API Settings"}
          </Button>
          {payment.source === "settings" || payment.source === "unreadable" ? (
            <RemoveButton
              payment={payment}
              withReauthentication={withReauthentication}
              onRemoved={setExpectedVersion}
            />
          ) : null}
        </Group>
      </Form>
      {reauthenticationDialog}
    </>
  );
}

function RemoveButton(props: {
  payment: PaymentAccessFacts;
  withReauthentication: ReturnType<typeof useReauthentication>["withReauthentication"];
  onRemoved: (version: number) => void;
}) {
  const client = useApiClient();
  const store = useStoreSettings();
  const { showToast } = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const { version } = props.payment;
  const remove = async () => {
    setConfirming(false);
    try {
      const settings = await props.withReauthentication(() =>
        client.settings.removePaymentAccess({ version }),
      );
      store(settings);
      props.onRemoved(settings.payment.version);
      showToast({ ...toastText("settingsSaved"), kind: "success" });
    } catch (error) {
      if (isReauthenticationRequired(error)) return;
      const description = apiErrorMessage(error, notSaved);
      showToast({ title: "Saved key not removed", description, kind: "destructive" });
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Remove saved key
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Remove the saved key?"
        confirmLabel="Remove"
        isDestructive
        onConfirm={remove}
      >
        Payments go through the key of the server&rsquo;s environment again or, where there is none,
        the payment sandbox. Checkouts that are open at the provider are no longer tracked.
      </ConfirmDialog>
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
        title="The settings could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <Stack gap="lg">
      <SectionCard title="In use" description="How payments are processed now.">
        {isPending ? <LoadingLines lines={3} /> : <InUse payment={data.payment} />}
      </SectionCard>
      <SectionCard
        title="API Configuration"
        description="The key is checked with the provider, stored encrypted and used at once. It overrides the server's environment."
      >
        {isPending ? <LoadingLines lines={8} /> : <AccessForm payment={data.payment} />}
      </SectionCard>
    </Stack>
  );
}
