import { Alert, List, Text } from "@mantine/core";
import { labelObstacles } from "#shipping/rules/shipping-label.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import type { MadeTogether } from "./use-make-label.ts";

const reasons = [...labelObstacles, null] as const;

/** How many labels were made together, and which packages got none: why, and what is to be done. */
export function MadeLabelsNote(props: { made: MadeTogether; onDismiss: () => void }) {
  const { labelIds, leftCount, left, isOpened } = props.made;
  const unnamedCount = leftCount - left.length;
  const lines = reasons.flatMap((reason) => {
    const references = left.flatMap(({ reference, obstacle }) =>
      obstacle === reason ? reference : [],
    );
    if (references.length === 0) return [];
    return t(`shipping-labels.left.${reason ?? "beyond"}`, { references: references.join(", ") });
  });
  if (unnamedCount > 0) lines.push(t("shipping-labels.leftUnnamed", { count: unnamedCount }));
  return (
    <Alert
      role="status"
      color={leftCount === 0 && isOpened !== false ? "green" : "yellow"}
      title={t("shipping-labels.madeTogether", { count: labelIds.length })}
      withCloseButton
      closeButtonLabel={t("ui.dismiss")}
      onClose={props.onDismiss}
    >
      {isOpened === null ? null : (
        <Text size="sm">
          {t(isOpened ? "shipping-labels.openedTogether" : "shipping-labels.printLater")}
        </Text>
      )}
      {lines.length === 0 ? null : (
        <List size="sm" mt={4}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
