import { Box, Button, Group, Stack, Text } from "@mantine/core";
import type { Suggestion } from "#catalogue/contract/suggestions.ts";
import type { SuggestionPage } from "#catalogue/rules/suggestion.ts";
import { dayText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "./messages.ts";
import classes from "./suggestions-card.module.css";
import { useAcceptance, useOpenSuggestions } from "./use-suggestions.ts";

function SuggestionItem(props: {
  suggestion: Suggestion;
  isDisabled: boolean;
  onAccept: () => void;
}) {
  const { suggestion, isDisabled, onAccept } = props;
  const { title, lines, source, sourceDay } = suggestion;
  return (
    <Group
      component="li"
      className={classes["item"] ?? ""}
      justify="space-between"
      align="flex-start"
      wrap="nowrap"
    >
      <Stack gap={2} miw={0}>
        <Text fw={600}>{title}</Text>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          {t("suggestions.source", { source, day: dayText(sourceDay) })}
        </Text>
      </Stack>
      <Button
        className={classes["accept"] ?? ""}
        size="compact-sm"
        variant="default"
        disabled={isDisabled}
        aria-label={t("suggestions.acceptNamed", { title })}
        onClick={onAccept}
      >
        {t("suggestions.accept")}
      </Button>
    </Group>
  );
}

/** What the product suggests for a page of set-up, above its table; nothing where nothing is left to accept. */
export function SuggestionsCard(props: { page: SuggestionPage }) {
  const open = useOpenSuggestions().filter(({ page }) => page === props.page);
  const { accept, isAccepting } = useAcceptance();
  if (open.length === 0) return null;
  return (
    <Box mb="lg">
      <SectionCard flush title={t("suggestions.title")} description={t("suggestions.hint")}>
        <ul className={classes["list"]} aria-label={t("suggestions.title")}>
          {open.map((suggestion) => (
            <SuggestionItem
              key={suggestion.code}
              suggestion={suggestion}
              isDisabled={isAccepting}
              onAccept={() => void accept([suggestion])}
            />
          ))}
        </ul>
      </SectionCard>
    </Box>
  );
}
