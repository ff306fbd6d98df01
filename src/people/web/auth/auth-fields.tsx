import * as z from "zod/mini";
import { plainText } from "#platform/rules/normalize-text.ts";
import { errorText } from "#ui/web/i18n/texts.ts";
import { requiredText } from "#ui/web/field-rules.ts";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { PasswordInput, Anchor, Text } from "@mantine/core";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import type { Field } from "#ui/web/app-form.ts";
import { usePublicSettings } from "#ui/web/session.tsx";

/** An email address that looks valid; the server validates it fully. */
export const emailField = requiredText(() => t("fields.emailMissing")).check(
  z.overwrite(plainText),
  z.trim(),
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
    error: () => errorText("invalid_email"),
  }),
);

function ToggleIcon(props: { reveal: boolean }) {
  return props.reveal ? <EyeOff size={18} /> : <Eye size={18} />;
}

/** @param purpose `new` lets the browser suggest a password, `current` lets it fill in the saved one. */
export function PasswordField(props: {
  field: Field;
  label: string;
  purpose: "new" | "current";
  description?: string;
}) {
  const [isVisible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props.field}
      label={props.label}
      description={props.description}
      autoComplete={`${props.purpose}-password`}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleIcon={ToggleIcon}
      visibilityToggleButtonProps={{ "aria-label": t("auth.showPassword") }}
    />
  );
}

/** A link to the sandbox mailbox; renders nothing when emails are really sent. */
export function MailboxHint() {
  const { hasSandboxMailbox } = usePublicSettings();
  if (!hasSandboxMailbox) return null;
  return (
    <Text size="sm">
      <RichText
        id="auth.sandboxMailbox"
        components={{
          link: <Anchor href="/sandbox/mail" target="_blank" rel="noreferrer" inherit />,
        }}
      />
    </Text>
  );
}
