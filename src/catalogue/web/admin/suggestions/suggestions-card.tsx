import { Box, Button, Group, Stack, Text } from "@mantine/core";
import type { Suggestion } from "#catalogue/contract/suggestions.ts";
import type { SuggestionPage } from "#catalogue/rules/suggestion.ts";
import { dayText } from "#ui/web/figures.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./suggestions-card.module.css";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#catalogue/web/api.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { useAction } from "#ui/web/action.ts";

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
  const { run: accept, isRunning } = useAcceptance();
  if (open.length === 0) return null;
  return (
    <Box mb="lg">
      <SectionCard flush title={t("suggestions.title")} description={t("suggestions.hint")}>
        <ul className="plain-list" aria-label={t("suggestions.title")}>
          {open.map((suggestion) => (
            <SuggestionItem
              key={suggestion.code}
              suggestion={suggestion}
              isDisabled={isRunning}
              onAccept={() => void accept({ codes: [suggestion.code] })}
            />
          ))}
        </ul>
      </SectionCard>
    </Box>
  );
}

/** What the product suggests to the reader and nothing stands in place of; none while it is loaded, or for other roles. */
export function useOpenSuggestions(): readonly Suggestion[] {
  const enabled = useMayUse("suggestions");
  const options = useApi().suggestions.listSuggestions.queryOptions({ input: {}, enabled });
  const { data } = useQuery(options);
  return data?.items.filter(({ isOpen }) => isOpen) ?? [];
}

/** Accepts suggestions by their codes, and says how that went. */
export function useAcceptance() {
  return useAction(useApi().suggestions.acceptSuggestions.mutationOptions(), {
    done: ({ items }, { codes }) => ({
      title: t("suggestions.accepted", {
        count: codes.length,
        title: items.find(({ code }) => code === codes[0])?.title ?? "",
      }),
      description: t("suggestions.inForce"),
    }),
    failed: () => t("suggestions.notAccepted"),
    hint: t("suggestions.notAcceptedText"),
  });
}
