import { Alert, Button, Stack, Text } from "@mantine/core";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldX from "lucide-react/icons/shield-x";
import { useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import type { Person } from "#platform/contract/session.ts";
import { staffHome } from "#platform/rules/staff-home.ts";
import { mustSetUpTwoFactor } from "#platform/rules/staff-role.ts";
import { staffGroups } from "#app/web/layout/admin-links.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { roleText } from "#ui/web/role-text.ts";
import { EmptyState } from "#ui/web/states.tsx";
import { PageHeader } from "#ui/web/page-header.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { TwoFactorSetting } from "#people/web/users/account-security-card.tsx";

/** Asks for two-factor authentication, and stays until its backup codes have been read. */
function TwoFactorSetup(props: { person: Person; onContinue: () => void }) {
  const { person } = props;
  const isRequired = mustSetUpTwoFactor(person);
  return (
    <>
      <PageHeader title={t("admin-account.setUpTwoFactor")} />
      <Stack gap="lg">
        {isRequired ? (
          <Text maw="40rem">
            {t("admin-account.setUpTwoFactorText", {
              count: person.roles.length,
              roles: roleText(person),
            })}
          </Text>
        ) : null}
        <SectionCard title={t("admin-account.security")}>
          <TwoFactorSetting />
        </SectionCard>
        {isRequired ? null : (
          <Alert color="green" icon={<ShieldCheck size={18} />} role="status">
            <Stack gap="sm" align="flex-start">
              <span>{t("admin-account.twoFactorIsOn")}</span>
              <Button onClick={props.onContinue}>{t("admin-account.continue")}</Button>
            </Stack>
          </Alert>
        )}
      </Stack>
    </>
  );
}

function AccessDenied(props: { person: Person }) {
  const { person } = props;
  const page = staffHome(person);
  const links = staffGroups(person).flatMap((group) => group.links);
  const link = links.find(({ to }) => to === page);
  const name = t(link?.labelId ?? "layout.yourAccount");
  return (
    <EmptyState
      icon={<ShieldX size={22} />}
      title={t("admin-account.accessDenied")}
      description={t("admin-account.accessDeniedText", {
        count: person.roles.length,
        roles: roleText(person),
      })}
      actions={
        <Button component={Link} to={page}>
          {t("admin-account.goToPage", { page: name })}
        </Button>
      }
    />
  );
}

/**
 * Shown instead of a page of the admin area that the person may not open now: a request to set up two-factor
 * authentication, or that their role does not open it. From the address of the whole area it leads to the work of their role.
 * @param props.isPermitted whether the page may be opened by now.
 * @param props.onPass shows the page.
 */
export function AccessGate(props: { person: Person; isPermitted: boolean; onPass: () => void }) {
  const { person, isPermitted, onPass } = props;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isRequired = mustSetUpTwoFactor(person);
  const [isSettingUp, setSettingUp] = useState(isRequired);
  if (isRequired && !isSettingUp) setSettingUp(true);
  const isPassed = isPermitted && (isRequired || !isSettingUp);
  useEffect(() => {
    if (isPassed) onPass();
  }, [isPassed, onPass]);
  if (isPassed) return null;
  const isWholeArea = pathname.replace(/\/+$/, "") === "/admin/dashboard";
  const goOn = async () => {
    // Before the page of the whole area is shown, which some of those may open whose work is elsewhere.
    if (isWholeArea) await navigate(staffHome(person), { replace: true });
    setSettingUp(false);
  };
  if (isSettingUp) return <TwoFactorSetup person={person} onContinue={() => void goOn()} />;
  return isWholeArea ? (
    <Navigate to={staffHome(person)} replace />
  ) : (
    <AccessDenied person={person} />
  );
}
