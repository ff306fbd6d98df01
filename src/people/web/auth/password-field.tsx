import { PasswordInput } from "@mantine/core";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import type { Field } from "#ui/web/app-form.ts";
import { t } from "./messages.ts";

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
