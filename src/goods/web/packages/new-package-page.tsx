import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useState } from "react";
import type { Subscription } from "#money/contract/plans.ts";
import { newPackageAccess } from "#money/rules/allowance.ts";
import { useApi } from "#goods/web/api.ts";
import { useHasWarehouse } from "#ui/web/permissions.ts";
import { usePerson } from "#ui/web/session.tsx";
import { BackLink, PageHeader } from "#ui/web/page-header.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { AddressHint } from "#goods/web/address/address-hint.tsx";
import { QuotaExceededCard, SubscriptionRequiredCard } from "./subscription-required-card.tsx";
import { NewPackage } from "./new-package.tsx";

/** The form for users who may add a package; others see what they need. */
function NewPackageGate(props: { subscription: Subscription; isAdmin: boolean }) {
  const { subscription, isAdmin } = props;
  const access = newPackageAccess({ isAdmin, ...subscription });
  // Saving the last package of the month must not hide the form.
  const [wasAllowed, setWasAllowed] = useState(false);
  if (access === "allowed" && !wasAllowed) setWasAllowed(true);
  if (access === "allowed" || wasAllowed) {
    return <NewPackage />;
  }
  return (
    <>
      {access === "quota_exceeded" ? (
        <QuotaExceededCard subscription={subscription} />
      ) : (
        <SubscriptionRequiredCard />
      )}
    </>
  );
}

export default function NewPackagePage() {
  const api = useApi();
  const { isAdmin } = usePerson();
  const hasWarehouse = useHasWarehouse();
  const query = useQuery(api.plans.readSubscription.queryOptions({ input: {} }));
  const { data } = query;
  return (
    <>
      <PageHeader
        title={t("packages.newPackage")}
        description={t("packages.newPackageDescription")}
        above={<BackLink to="/dashboard/packages" label={t("packages.backToMyPackages")} />}
      />
      {isAdmin ? (
        <Alert color="vermilion" icon={<ShieldCheck size={18} />} mb="lg">
          {t("packages.adminMode")}
        </Alert>
      ) : null}
      {data ? null : (
        <NotLoaded
          query={query}
          failure={{ title: t("packages.planNotLoaded") }}
          lines={8}
          isCard
        />
      )}
      {data ? (
        <>
          <NewPackageGate subscription={data} isAdmin={isAdmin} />
          {hasWarehouse ? <AddressHint /> : null}
        </>
      ) : null}
    </>
  );
}
