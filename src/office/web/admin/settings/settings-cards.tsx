import { Alert, Anchor, Stack, Text } from "@mantine/core";
import ExternalLink from "lucide-react/icons/external-link";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { PublicSettings, SettingsRecord } from "#platform/contract/settings.ts";
import { useAction } from "#ui/web/action.ts";
import { DefinitionList, SectionCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import classes from "./settings.module.css";
import { readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SwitchList } from "#ui/web/switch-list.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SettingName } from "#platform/rules/setting.ts";
import { useApi } from "#office/web/api.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { useHasWarehouse } from "#ui/web/permissions.ts";

/** Says to admins, and not to customers, that nobody can read who runs the service. */
export function OperatorAlert() {
  const api = useApi();
  const { data } = useQuery(api.settings.readSettings.queryOptions({ input: {} }));
  const missing = data?.missingOperatorDetails ?? [];
  if (missing.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<TriangleAlert size={18} />}
      title={t("admin-settings.operatorMissing")}
    >
      {t("admin-settings.operatorMissingHint", {
        settings: new Intl.ListFormat(readerLocale()).format(missing),
      })}
    </Alert>
  );
}

export function EnvironmentCard(props: { facts: PublicSettings }) {
  const { isSandbox, hasSandboxMailbox, supportEmail } = props.facts;
  const api = useApi();
  const { data } = useQuery(api.settings.readSettings.queryOptions({ input: {} }));
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
          ...(data === undefined
            ? []
            : [{ term: t("admin-settings.programVersion"), value: data.programVersion }]),
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
      <Stack component="ul" gap="md" className="plain-list">
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

function useChangeSetting() {
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = api.settings.readSettings.queryKey({ input: {} });
  return useAction(
    // One request after the other, so that the last change wins.
    { ...api.settings.changeSetting.mutationOptions(), scope: { id: "platform-settings" } },
    {
      place: "settings",
      atOnce: {
        queryKey,
        change: (known: SettingsRecord, { setting, isEnabled }) => ({
          ...known,
          [setting]: isEnabled,
        }),
      },
      done: (settings, { setting, isEnabled }) => {
        queryClient.setQueryData(queryKey, settings);
        return {
          title: t("toasts.settingUpdated.title"),
          description: t(isEnabled ? "sentences.settingEnabled" : "sentences.settingDisabled", {
            setting: t(`admin-settings.switch.${setting}`),
          }),
        };
      },
      failed: () => t("admin-settings.notChanged"),
      hint: t("admin-settings.notChangedHint"),
    },
  );
}

export function SettingsSwitchesCard(props: {
  title: string;
  description: string;
  settings: readonly SettingName[];
}) {
  const api = useApi();
  const change = useChangeSetting();
  const hasWarehouse = useHasWarehouse();
  const [isConfirming, setConfirming] = useState(false);
  const query = useQuery(api.settings.readSettings.queryOptions({ input: {} }));
  const switches = props.settings.map((name) => ({
    name,
    label: t(`admin-settings.switch.${name}`),
    description:
      name === "shipmentNotifications" && !hasWarehouse
        ? t("admin-settings.packageNotificationsHint")
        : t(`admin-settings.switchHint.${name}`),
  }));
  const turn = (setting: SettingName, isEnabled: boolean) => {
    // Maintenance mode interrupts customers, so turning it on needs confirmation.
    if (setting === "maintenanceMode" && isEnabled) setConfirming(true);
    else void change.run({ setting, isEnabled });
  };
  return (
    <SectionCard title={props.title} description={props.description}>
      {query.data ? (
        <SwitchList switches={switches} values={query.data} onTurn={turn} />
      ) : (
        <NotLoaded
          query={query}
          failure={{ title: t("admin-settings.notLoaded") }}
          lines={switches.length * 2}
        />
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t("admin-settings.maintenanceQuestion")}
        confirmLabel={t("admin-settings.turnOn")}
        onConfirm={() => change.run({ setting: "maintenanceMode", isEnabled: true })}
      >
        {t("admin-settings.maintenanceHint")}
      </ConfirmDialog>
    </SectionCard>
  );
}
