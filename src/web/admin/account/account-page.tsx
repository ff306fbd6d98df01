import { Stack } from "@mantine/core";
import { AccountSecurityCard } from "#web/users/account-security-card.tsx";
import { NotificationsCard } from "#web/users/notifications-card.tsx";
import { PasswordCard } from "#web/users/password-card.tsx";
import { LanguageCard } from "#web/languages/language-card.tsx";
import { useSession } from "#web/session.tsx";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";

export default function AdminAccountPage() {
  const { person } = useSession();
  return (
    <>
      <PageHeader title="Your Account" description="Your login and email settings." />
      <Stack gap="lg">
        <SectionCard title="You">
          {person === null ? (
            <LoadingLines lines={2} />
          ) : (
            <DefinitionList
              items={[
                { term: "Full name", value: person.fullName || "–" },
                { term: "Email", value: person.email },
                { term: "Role", value: "Administrator" },
              ]}
            />
          )}
        </SectionCard>
        {person === null ? null : <PasswordCard email={person.email} />}
        <AccountSecurityCard />
        <LanguageCard />
        <NotificationsCard isForAdmins />
      </Stack>
    </>
  );
}
