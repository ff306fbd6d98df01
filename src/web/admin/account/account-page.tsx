import { Stack } from "@mantine/core";
import { AccountSecurityCard } from "#web/users/account-security-card.tsx";
import { NotificationsCard } from "#web/users/notifications-card.tsx";
import { PasswordCard } from "#web/users/password-card.tsx";
import { LanguageCard } from "#web/languages/language-card.tsx";
import { roleText } from "#web/role-text.ts";
import { useSession } from "#web/session.tsx";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { t } from "./messages.ts";

export default function AdminAccountPage() {
  const { person } = useSession();
  return (
    <>
      <PageHeader title={t("admin-account.title")} description={t("admin-account.description")} />
      <Stack gap="lg">
        <SectionCard title={t("admin-account.you")}>
          {person === null ? (
            <LoadingLines lines={2} />
          ) : (
            <DefinitionList
              items={[
                { term: t("common.fullName"), value: person.fullName || "–" },
                { term: t("common.email"), value: person.email },
                {
                  term: t("admin-account.role"),
                  value: person.isAdmin ? t("admin-account.administrator") : roleText(person),
                },
              ]}
            />
          )}
        </SectionCard>
        {person === null ? null : <PasswordCard email={person.email} />}
        <AccountSecurityCard />
        <LanguageCard />
        <NotificationsCard isForAdmins={person?.isAdmin ?? true} />
      </Stack>
    </>
  );
}
