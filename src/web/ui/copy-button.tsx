import { ActionIcon } from "@mantine/core";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { Hint } from "./hint.tsx";

/**
 * Copies `value` to the clipboard and shows whether it worked.
 * @param props.label such as "Copy tracking number".
 * @param props.onFail shows the error when the browser does not allow it.
 */
export function CopyButton(props: { value: string; label: string; onFail: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.value);
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    } catch {
      props.onFail();
    }
  };
  return (
    <Hint label={isCopied ? "Copied" : props.label}>
      <ActionIcon
        variant="subtle"
        color={isCopied ? "green" : "gray"}
        aria-label={isCopied ? "Copied" : props.label}
        onClick={() => void copy()}
      >
        {isCopied ? <Check size={16} /> : <Copy size={16} />}
      </ActionIcon>
    </Hint>
  );
}
