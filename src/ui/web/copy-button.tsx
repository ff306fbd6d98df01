import { ActionIcon } from "@mantine/core";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { Hint } from "./hint.tsx";
import { hideToast, showToast } from "./toast.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { toastText } from "./messages.ts";

const copyToasts = "copy";

/**
 * Copies `value` to the clipboard and shows whether it worked.
 * @param props.label such as "Copy tracking number".
 */
export function CopyButton(props: { value: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.value);
      hideToast(copyToasts);
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    } catch {
      showToast({ ...toastText("copyFailed"), kind: "destructive", place: copyToasts });
    }
  };
  return (
    <Hint label={isCopied ? t("common.copied") : props.label}>
      <ActionIcon
        variant="subtle"
        color={isCopied ? "green" : "gray"}
        aria-label={isCopied ? t("common.copied") : props.label}
        onClick={() => void copy()}
      >
        {isCopied ? <Check size={16} /> : <Copy size={16} />}
      </ActionIcon>
    </Hint>
  );
}
