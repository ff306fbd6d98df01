import { Anchor, Stack } from "@mantine/core";
import { Link } from "react-router";
import { AccountSecurityCard, PasswordCard } from "#people/web/users/account-security-card.tsx";
import { NotificationsCard } from "#notices/web/users/notifications-card.tsx";
import { CustomerAreaCard } from "#office/web/users/customer-area-card.tsx";
import { LanguageCard } from "#office/web/languages/language-card.tsx";
import { roleText } from "#ui/web/role-text.ts";
import { usePerson } from "#ui/web/session.tsx";
import { DefinitionList, SectionCard } from "#ui/web/section-card.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { optionalText } from "#ui/web/figures.tsx";

export default function AdminAccountPage() {
  const person = usePerson();
  return (
    <>
      <PageHeader title={t("admin-account.title")} description={t("admin-account.description")} />
      <Stack gap="lg">
        <SectionCard title={t("admin-account.you")}>
          <DefinitionList
            items={[
              { term: t("common.fullName"), value: optionalText(person.fullName) },
              { term: t("common.email"), value: person.email },
              {
                term: t("admin-account.role"),
                value: person.isAdmin ? t("admin-account.administrator") : roleText(person),
              },
            ]}
          />
        </SectionCard>
        {person.isCustomer ? null : (
          <CustomerAreaCard>
            <Anchor component={Link} to="/dashboard" size="sm">
              {t("customer-area.data")}
            </Anchor>
          </CustomerAreaCard>
        )}
        <PasswordCard email={person.email} />
        <AccountSecurityCard />
        <LanguageCard />
        <NotificationsCard isForAdmins={person.isAdmin} />
      </Stack>
    </>
  );
}
