import { Anchor, Stack, Text } from "@mantine/core";
import ExternalLink from "lucide-react/icons/external-link";
import type { PublicSettings } from "#contract/settings.ts";
import { DefinitionList } from "#web/ui/definition-list.tsx";
import { SectionCard } from "#web/ui/section-card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import classes from "./settings.module.css";

export function EnvironmentCard(props: { facts: PublicSettings }) {
  const { isSandbox, hasSandboxMailbox, supportEmail } = props.facts;
  return (
    <SectionCard
      title="Environment"
      description="Email and support are configured by the operator, in the server's environment."
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
            term: "Email",
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

export function DocumentsCard(props: { facts: PublicSettings }) {
  return (
    <SectionCard title="Documents and tools">
      <Stack component="ul" gap="md" className={classes["links"] ?? ""}>
        <DocumentLink
          href="/api/docs"
          label="API documentation"
          description="Every operation with its input, output and errors."
        />
        <DocumentLink
          href="/api/openapi.json"
          label="OpenAPI document"
          description="The same in machine-readable form, as OpenAPI 3.1."
        />
        {props.facts.hasSandboxMailbox ? (
          <DocumentLink
            href="/sandbox/mail"
            label="Sandbox mailbox"
            description="Emails that would have been sent."
          />
        ) : null}
      </Stack>
    </SectionCard>
  );
}
