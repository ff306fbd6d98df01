/** The screen where administrators keep their own account safe. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { AccountSecurityCard } from "#web/people/account-security-card.tsx";
import { ResetRequestDialog } from "#web/people/reset-request-dialog.tsx";
import { useSession } from "#web/session.tsx";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { LoadingLines } from "#web/ui/loading-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";

function PasswordCard(props: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title="Password">
      <Group justify="space-between" align="flex-start" gap="md">
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          We send a link to your email with which you choose a new one. All your devices are logged
          out then.
        </Text>
        <Button variant="default" onClick={() => setOpen(true)}>
          Change password
        </Button>
      </Group>
      <ResetRequestDialog isOpen={isOpen} onClose={() => setOpen(false)} email={props.email} />
    </SectionCard>
  );
}

export default function AdminAccountPage() {
  const { person } = useSession();
  return (
    <>
      <PageHeader title="Your Account" description="How you log in to the office." />
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
      </Stack>
    </>
  );
}
