import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { SettingsRecord } from "#platform/contract/settings.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { isReauthenticationRequired } from "#people/web/auth/reauthentication.tsx";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { useToasts } from "#ui/web/toast.tsx";
import { t, toastText } from "./messages.ts";
import { useStoreSettings } from "./store-settings.ts";

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
