import { Anchor, Stack } from "@mantine/core";
import { Link } from "react-router";
import { isStaff } from "#platform/rules/staff-role.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { CustomerAreaCard } from "./customer-area-card.tsx";
import { YourDataCard } from "./your-data-card.tsx";

/** Instead of every page of customers, for staff who were invited and have not asked for a customer area. */
export function NoCustomerArea() {
  const person = usePerson();
  return (
    <>
      <PageHeader title={t("common.dashboard")} description={person.email} />
      <Stack gap="lg">
        <CustomerAreaCard>
          {isStaff(person) ? (
            <Anchor component={Link} to="/admin/dashboard" size="sm">
              {t("customer-area.toWork")}
            </Anchor>
          ) : null}
        </CustomerAreaCard>
        <YourDataCard />
      </Stack>
    </>
  );
}
