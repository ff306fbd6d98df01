import { Button, Group } from "@mantine/core";
import { useApiClient } from "#office/web/api.ts";
import { useSessionReload } from "#people/web/auth/sign-in.ts";
import { brandName } from "#platform/rules/brand.ts";
import { isStaff } from "#platform/rules/staff-role.ts";
import { useAction } from "#ui/web/action.ts";
import type { Elements } from "#ui/web/elements.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { usePerson } from "#ui/web/session.tsx";

/**
 * Where somebody who was invited as staff asks for a customer area.
 * @param props.children what stands beside the button
 */
export function CustomerAreaCard(props: { children?: Elements }) {
  const person = usePerson();
  const reloadSession = useSessionReload();
  const client = useApiClient();
  const open = useAction(
    {
      mutationFn: async (_input: null) => {
        await client.users.openCustomerArea({});
        await reloadSession();
      },
    },
    {
      done: () => ({ title: t("customer-area.opened", { brand: brandName }) }),
      failed: () => t("customer-area.notOpened"),
    },
  );
  return (
    <SectionCard
      title={t("customer-area.title", { brand: brandName })}
      description={
        isStaff(person) ? t("customer-area.explanation") : t("customer-area.explanationWithoutRole")
      }
    >
      <Group gap="md">
        <Button variant="default" loading={open.isRunning} onClick={() => void open.run(null)}>
          {t("customer-area.title", { brand: brandName })}
        </Button>
        {props.children}
      </Group>
    </SectionCard>
  );
}
