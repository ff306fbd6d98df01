import { Stack, Text, TextInput } from "@mantine/core";
import ChevronRight from "lucide-react/icons/chevron-right";
import Search from "lucide-react/icons/search";
import { useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import { permittedSetUpPages } from "#app/rules/role-pages.ts";
import { AcceptAllSuggestions } from "#catalogue/web/admin/suggestions/accept-all-suggestions.tsx";
import { matches } from "#app/web/layout/palette-search.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { staffPageDescriptions, staffPageNames } from "#app/web/layout/admin-pages.ts";
import { usePerson } from "#ui/web/session.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import classes from "./set-up-index.module.css";

/** The pages of the set-up that the signed-in person may open, found by typing. */
export function SetUpIndex() {
  const person = usePerson();
  const [words, setWords] = useState("");
  const search = useRef<HTMLInputElement>(null);
  const focusSearch = useCallback(() => search.current?.focus(), []);
  const title = t("layout.setUp");
  const pages = permittedSetUpPages(person)
    .map(({ address }) => ({
      address,
      name: t(staffPageNames[address]),
      description: t(staffPageDescriptions[address]),
    }))
    .filter(({ name, description }) => matches(words, [name, description]));
  return (
    <Stack gap="lg">
      <AcceptAllSuggestions onGone={focusSearch} />
      <SectionCard title={title}>
        <TextInput
          ref={search}
          label={t("admin-settings.setUp.search")}
          leftSection={<Search size={16} aria-hidden="true" />}
          value={words}
          maxLength={200}
          maw="24rem"
          mb="md"
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {pages.length === 0 ? (
          <Text c="dimmed" role="status">
            {t("admin-settings.setUp.nothing")}
          </Text>
        ) : (
          <ul className={`plain-list ${classes["pages"]}`}>
            {pages.map(({ address, name, description }) => (
              <li key={address}>
                <Link to={address} className={classes["page"] ?? ""}>
                  <span>
                    <span className={classes["name"]}>{name}</span>
                    <span className={classes["description"]}>{description}</span>
                  </span>
                  <ChevronRight size={18} aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </SectionCard>
    </Stack>
  );
}
