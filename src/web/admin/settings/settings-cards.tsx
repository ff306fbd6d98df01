/** The cards of the settings on what the platform runs on, and the ways to documents and further pages. */
import { Anchor, Stack, Text } from "@mantine/core";
import ExternalLink from "lucide-react/icons/external-link";
import type { PublicSettings } from "#contract/settings.ts";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { AdminLinks } from "#web/admin/admin-links.tsx";
import classes from "./settings.module.css";

export function SettingsSwitchCard(props: { facts: PublicSettings }) {
  const { isSandbox, hasSandboxMailbox, supportEmail } = props.facts;
  return (
    <SectionCard
      title="Platform"
      description="Mail and support are set by the operator, in the server's environment."
    >
      <DefinitionList
        items={[
          {
            term: "Payments",
            value: isSandbox ? (
              <StatusBadge label="Sandbox, no real money moves" color="yellow" />
            ) : (
              <StatusBadge label="Payment provider" color="green" />
            ),
          },
          {
            term: "Mail",
            value: hasSandboxMailbox ? (
              <StatusBadge label="Sandbox mailbox, nothing is sent" color="yellow" />
            ) : (
              <StatusBadge label="Mail server" color="green" />
            ),
          },
          { term: "Support email", value: supportEmail ?? "Not set" },
        ]}
      />
    </SectionCard>
  );
}

function DocumentLink(props: { href: string; label: string; description: string }) {
  return (
    <li>
      <Anchor href={props.href} target="_blank" className={classes["link"] ?? ""}>
        {props.label}
        <ExternalLink size={14} role="img" aria-label="(opens in a new tab)" />
      </Anchor>
      <Text size="sm" c="dimmed">
        {props.description}
      </Text>
    </li>
  );
}

export function AdminCard() {
  return (
    <SectionCard title="More of the office">
      <AdminLinks />
    </SectionCard>
  );
}

export function DocumentsCard(props: { facts: PublicSettings }) {
  return (
    <SectionCard title="Documents and tools">
      <Stack component="ul" gap="md" className={classes["links"] ?? ""}>
        <DocumentLink
          href="/api/docs"
          label="API documentation"
          description="Every operation, what it takes and what it may refuse."
        />
        <DocumentLink
          href="/api/openapi.json"
          label="OpenAPI document"
          description="The same for programs, in OpenAPI 3.1."
        />
        {props.facts.hasSandboxMailbox ? (
          <DocumentLink
            href="/sandbox/mail"
            label="Sandbox mailbox"
            description="Letters that would have been sent."
          />
        ) : null}
      </Stack>
    </SectionCard>
  );
}
