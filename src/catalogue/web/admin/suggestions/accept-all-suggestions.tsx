import { Button, List, Text } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useAcceptance, useOpenSuggestions } from "./suggestions-card.tsx";

/** Accepts everything that the product suggests to the reader, in the index of set-up; nothing where nothing is left. */
export function AcceptAllSuggestions() {
  const open = useOpenSuggestions();
  const acceptance = useAcceptance();
  const [isAsking, setAsking] = useState(false);
  const count = open.length;
  if (count === 0 && !isAsking) return null;
  return (
    <SectionCard
      title={t("suggestions.allTitle", { count })}
      description={t("suggestions.allHint")}
      actions={
        <Button disabled={count === 0} onClick={() => setAsking(true)}>
          {t("suggestions.acceptAll")}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t("suggestions.allWhere")}
      </Text>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t("suggestions.allQuestion", { count })}
        confirmLabel={t("suggestions.acceptAll")}
        onConfirm={() => acceptance.run({ codes: open.map(({ code }) => code) })}
      >
        <List size="sm">
          {open.map(({ code, title }) => (
            <List.Item key={code}>{title}</List.Item>
          ))}
        </List>
      </ConfirmDialog>
    </SectionCard>
  );
}
