import { Anchor, Stack, Text } from "@mantine/core";
import ExternalLink from "lucide-react/icons/external-link";
import type { PublicSettings } from "#platform/contract/settings.ts";
import { DefinitionList } from "#ui/web/definition-list.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "./settings.module.css";
import { t } from "./messages.ts";

export function EnvironmentCard(props: { facts: PublicSettings }) {
  const { isSandbox, hasSandboxMailbox, supportEmail } = props.facts;
  return (
    <SectionCard
      title={t("admin-settings.environment")}
      description={t("admin-settings.environmentHint")}
    >
      <DefinitionList
        items={[
          {
            term: t("admin-settings.payments"),
            value: isSandbox ? (
              <StatusBadge label={t("admin-settings.sandboxPayments")} color="yellow" />
            ) : (
              <StatusBadge label={t("admin-settings.paymentProvider")} color="green" />
            ),
          },
          {
            term: t("admin-settings.email"),
            value: hasSandboxMailbox ? (
              <StatusBadge label={t("admin-settings.sandboxMailboxUsed")} color="yellow" />
            ) : (
              <StatusBadge label={t("admin-settings.mailServer")} color="green" />
            ),
          },
          {
            term: t("admin-settings.supportEmail"),
            value: supportEmail ?? t("admin-settings.notSet"),
          },
        ]}
      />
    </SectionCard>
  );
}

function DocumentLink(props: { href: string; label: string; description: string }) {
  return (
    <li>
      <Anchor href={props.href} target="_blank" className={classes["link"] ?? ""}>
        <span>{props.label}</span>
        <ExternalLink size={14} role="img" aria-label={t("admin-settings.opensInNewTab")} />
      </Anchor>
      <Text size="sm" c="dimmed">
        {props.description}
      </Text>
    </li>
  );
}

export function DocumentsCard(props: { facts: PublicSettings }) {
  return (
    <SectionCard title={t("admin-settings.documents")}>
      <Stack component="ul" gap="md" className={classes["links"] ?? ""}>
        <DocumentLink
          href="/api/docs"
          label={t("admin-settings.apiDocs")}
          description={t("admin-settings.apiDocsHint")}
        />
        <DocumentLink
          href="/api/openapi.json"
          label={t("admin-settings.openApi")}
          description={t("admin-settings.openApiHint")}
        />
        {props.facts.hasSandboxMailbox ? (
          <DocumentLink
            href="/sandbox/mail"
            label={t("admin-settings.sandboxMailbox")}
            description={t("admin-settings.sandboxMailboxHint")}
          />
        ) : null}
      </Stack>
    </SectionCard>
  );
}
