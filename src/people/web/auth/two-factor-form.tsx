import { Anchor, Button, Group, Text, TextInput } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useState } from "react";
import * as z from "zod/mini";
import { errorText } from "#ui/web/i18n/texts.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormError, Form } from "#ui/web/form.tsx";
import { CodeField, codeSchema, showInvalidCode } from "./code-field.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useTwoFactorSignIn } from "./sign-in.ts";

/** How many tries are left after a wrong code; null if the error does not say. */
function triesLeft(error: unknown): number | null {
  if (!(error instanceof ORPCError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("triesLeft" in data)) return null;
  return typeof data.triesLeft === "number" ? data.triesLeft : null;
}

function isChallengeOver(error: unknown): boolean {
  return apiErrorCode(error) === "challenge_expired" || triesLeft(error) === 0;
}

/** The message to show at the code field; null if the error is not about the code. */
function codeError(error: unknown, isBackup: boolean): string | null {
  const code = apiErrorCode(error);
  if (code === "invalid_code" && isBackup) return t("auth.backupCodeInvalid");
  if (code !== "wrong_code" && code !== "invalid_code") return null;
  const count = triesLeft(error);
  const sentence = errorText(code);
  return count === null ? sentence : t("auth.triesLeft", { error: sentence, count });
}

type CodeFormProps = {
  readonly isBackup: boolean;
  readonly onSwitchMethod: () => void;
  readonly onRestart: (reason: string | null) => void;
};

const backupCodeSchema = z.object({ code: requiredText(() => t("fields.backupCodeMissing")) });

function CodeForm(props: CodeFormProps) {
  const { isBackup, onRestart } = props;
  const signIn = useTwoFactorSignIn();
  const form = useAppForm({
    schema: isBackup ? backupCodeSchema : codeSchema,
    initialValues: { code: "" },
    draft: null,
    startAt: "code",
    onSubmit: async ({ code }) => {
      const session = await signIn.mutateAsync(code);
      if (session === null) onRestart(t("toasts.unableToRetrieveUserData.title"));
    },
    onInvalid: () => {
      if (!isBackup) showInvalidCode();
    },
    onError: (error) => {
      if (isChallengeOver(error)) onRestart(errorText("challenge_expired"));
      const message = codeError(error, isBackup);
      if (message !== null) form.reject({ code: message });
    },
  });
  return (
    <Form form={form} label={t("auth.verification")}>
      <Text size="sm">
        {isBackup ? t("auth.backupCodeHint") : errorText("two_factor_required")}
      </Text>
      {codeError(form.error, isBackup) === null ? (
        <FormError form={form} fallback={t("sentences.loginFailed")} />
      ) : null}
      {isBackup ? (
        <TextInput
          {...form.field("code")}
          label={t("auth.backupCode")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <CodeField field={form.field("code")} />
      )}
      <Button type="submit" fullWidth loading={form.isSubmitting}>
        {t("auth.verify")}
      </Button>
      <Group justify="space-between" gap="sm">
        <Anchor component="button" type="button" size="sm" onClick={props.onSwitchMethod}>
          {isBackup ? t("auth.useAuthenticator") : t("auth.useBackupCode")}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={() => props.onRestart(null)}>
          {t("auth.backToLogin")}
        </Anchor>
      </Group>
    </Form>
  );
}

/**
 * Replaces the password form. On success the session changes, and the page around it redirects.
 * @param onRestart called, with the reason if there is one, when email and password have to be entered again.
 */
export function TwoFactorForm(props: { onRestart: (reason: string | null) => void }) {
  const [isBackup, setBackup] = useState(false);
  return (
    <CodeForm
      key={isBackup ? "backup" : "app"}
      isBackup={isBackup}
      onSwitchMethod={() => setBackup(!isBackup)}
      onRestart={props.onRestart}
    />
  );
}
