import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import { useApiClient } from "#people/web/api.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { FormError, Form, FormAlert } from "#ui/web/form.tsx";
import { emailField, MailboxHint } from "./auth-fields.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

const schema = z.object({ email: emailField });

function ResetRequestForm(props: { email: string; onClose: () => void }) {
  const client = useApiClient();
  const [isSent, setSent] = useState(false);
  const form = useAppForm({
    schema,
    initialValues: { email: props.email },
    draft: null,
    startAt: "email",
    fieldOf: { invalid_email: "email" },
    onSubmit: async (values) => {
      setSent(false);
      await client.auth.requestPasswordReset(values);
      setSent(true);
    },
  });
  return (
    <Form form={form} label={t("auth.resetPassword")}>
      <Text size="sm">{t("auth.resetHint")}</Text>
      <TextInput
        {...form.field("email")}
        type="email"
        label={t("common.email")}
        autoComplete="username"
      />
      <FormError form={form} fallback={t("sentences.resetNotSent")} />
      {isSent ? (
        <FormAlert
          kind="success"
          message={
            <Stack gap={4}>
              <span>{t("sentences.resetSent")}</span>
              <span>{t("auth.resetNote")}</span>
              <MailboxHint />
            </Stack>
          }
        />
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.onClose}>
          {isSent ? t("common.close") : t("common.cancel")}
        </Button>
        <Button type="submit" loading={form.isSubmitting}>
          {t("auth.sendResetLink")}
        </Button>
      </Group>
    </Form>
  );
}

/** @param email initial value of the field. */
export function ResetRequestDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  email?: string;
}) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t("auth.resetPassword")} size="sm">
      <ResetRequestForm email={props.email ?? ""} onClose={props.onClose} />
    </Dialog>
  );
}
