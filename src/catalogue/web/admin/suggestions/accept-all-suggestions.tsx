import { Button, List, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useAcceptance, useOpenSuggestions } from "./suggestions-card.tsx";

/**
 * Accepts everything that the product suggests to the reader, in the index of set-up; nothing where nothing is left, and before
 * a warehouse is entered, for which nearly everything is suggested.
 */
export function AcceptAllSuggestions(props: {
  /** Called when the card, and with it what had the focus, is gone because all were accepted in it. */
  onGone: () => void;
}) {
  const { onGone } = props;
  const open = useOpenSuggestions();
  const acceptance = useAcceptance();
  const [isAsking, setAsking] = useState(false);
  const hasWarehouse = useHasWarehouse();
  const count = open.length;
  const hasAccepted = useRef(false);
  const isShown = hasWarehouse && (count > 0 || isAsking);
  useEffect(() => {
    if (isShown || !hasAccepted.current) return;
    hasAccepted.current = false;
    onGone();
  }, [isShown, onGone]);
  if (!isShown) return null;
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
        onConfirm={async () => {
          hasAccepted.current = await acceptance.run({ codes: open.map(({ code }) => code) });
          return hasAccepted.current;
        }}
      >
        <List size="sm">
          {open.map(({ code, title, lines }) => (
            <List.Item key={code}>
              <span>{title}</span>
              {lines.map((line) => (
                <Text key={line} size="sm" c="dimmed">
                  {line}
                </Text>
              ))}
            </List.Item>
          ))}
        </List>
      </ConfirmDialog>
    </SectionCard>
  );
}
