import { Button, Group, Text } from "@mantine/core";
import { languageNames, languages } from "#platform/rules/language.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { useLanguageChoice } from "./choose-language.ts";

/** Chooses the language of the signed-in user. */
export function LanguageCard() {
  const { choose, isChoosing } = useLanguageChoice();
  return (
    <SectionCard title={t("languages.language")}>
      <Group justify="space-between" align="flex-start" gap="md">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          {t("languages.description")}
        </Text>
        <Group gap="xs" role="group" aria-label={t("languages.language")}>
          {languages.map((language) => (
            <Button
              key={language}
              lang={language}
              variant={language === documentLanguage() ? "light" : "default"}
              aria-pressed={language === documentLanguage()}
              disabled={isChoosing}
              onClick={() => void choose(language)}
            >
              {languageNames[language]}
            </Button>
          ))}
        </Group>
      </Group>
    </SectionCard>
  );
}
