import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { Package } from "#goods/contract/packages.ts";
import type { Subscription } from "#money/contract/plans.ts";
import { newPackageAccess } from "#money/rules/allowance.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import {
  QuotaExceededCard,
  SubscriptionRequiredCard,
} from "#goods/web/packages/subscription-required-card.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { Code } from "#ui/web/figures.tsx";
import { FocusedAlert, FormAlert } from "#ui/web/form.tsx";
import { useIdempotencyKey } from "#ui/web/idempotency-key.ts";
import { NotLoaded } from "#ui/web/states.tsx";
import { TickBox } from "#ui/web/tick-box.tsx";
import { showToast } from "#ui/web/toast.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { ParcelLine, ParcelLines } from "./parcel-lines.tsx";
import { parcelName } from "./parcel-texts.ts";

type Props = {
  pkg: Package;
  parcels: readonly InboundParcel[];
  onClose: () => void;
};

function useSplitting(packageId: string) {
  const api = useApi();
  const refetch = useRefetch();
  const key = useIdempotencyKey();
  const splitting = useMutation(api.packages.splitPackage.mutationOptions());
  const split = async (inboundParcelIds: string[]) => {
    try {
      const { package: added } = await splitting.mutateAsync({
        packageId,
        inboundParcelIds,
        idempotencyKey: key.read(),
      });
      key.renew();
      const { trackingNumber } = added;
      showToast({
        title: t("package-parcels.split.done"),
        description: t("package-parcels.split.doneText", { trackingNumber }),
        kind: "success",
        place: "package",
      });
    } catch (error) {
      // Without an answer the package may be split; a repeat with the same key splits it only once.
      if (apiErrorCode(error) !== null) key.renew();
      throw error;
    } finally {
      refetch();
    }
  };
  return { split, splitting };
}

function Choice(props: Props & { quota: number | null }) {
  const { pkg, parcels, quota, onClose } = props;
  const { split, splitting } = useSplitting(pkg.id);
  const [ids, setIds] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const labelId = useId();
  const chosen = ids.filter((id) => parcels.some((parcel) => parcel.id === id));
  const confirm = () => {
    const isNoneLeft = chosen.length === pkg.parcelsCount;
    if (chosen.length === 0) return setError(t("package-parcels.split.missing"));
    if (isNoneLeft) return setError(t("package-parcels.split.one"));
    setError(null);
    // A failure is shown above the list.
    split(chosen).then(onClose, () => undefined);
    return undefined;
  };
  return (
    <Stack gap="lg">
      {splitting.error === null ? null : (
        <FocusedAlert
          message={apiErrorMessage(splitting.error, t("package-parcels.split.failed"))}
        />
      )}
      <Text size="sm">{t("package-parcels.split.text")}</Text>
      <div role="group" aria-labelledby={labelId}>
        <Text id={labelId} size="sm" fw={500}>
          {t("package-parcels.split.parcels")}
        </Text>
        <ParcelLines>
          {parcels.map((parcel) => (
            <ParcelLine
              key={parcel.id}
              parcel={parcel}
              number={<Code>{parcelName(parcel)}</Code>}
              before={
                <TickBox
                  label={parcelName(parcel)}
                  isTicked={chosen.includes(parcel.id)}
                  onTick={(isTicked) =>
                    setIds(
                      isTicked ? [...chosen, parcel.id] : chosen.filter((id) => id !== parcel.id),
                    )
                  }
                />
              }
            />
          ))}
        </ParcelLines>
      </div>
      <FormAlert message={error} />
      {quota === null ? null : (
        <Text size="sm" c="dimmed">
          {t("package-parcels.split.quota", { count: quota })}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={splitting.isPending} onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button loading={splitting.isPending} onClick={confirm}>
          {t("package-parcels.split.confirm", { count: chosen.length })}
        </Button>
      </Group>
    </Stack>
  );
}

/** The choice for customers who may add a package; others see what they need, in the words of New Package. */
function SplitGate(props: Props & { subscription: Subscription }) {
  const { subscription, ...rest } = props;
  const { isAdmin } = usePerson();
  const [access] = useState(() => newPackageAccess({ isAdmin, ...subscription }));
  if (access === "quota_exceeded") return <QuotaExceededCard subscription={subscription} />;
  if (access !== "allowed") return <SubscriptionRequiredCard />;
  return <Choice {...rest} quota={isAdmin ? null : subscription.packageQuota} />;
}

function Content(props: Props) {
  const query = useQuery(useApi().plans.readSubscription.queryOptions({ input: {} }));
  if (query.data === undefined) {
    return <NotLoaded query={query} failure={{ title: t("packages.planNotLoaded") }} lines={5} />;
  }
  return <SplitGate {...props} subscription={query.data} />;
}

/** Moves some parcels of a package into a new one, which uses one of the quota. */
export function SplitDialog(props: Props & { isOpen: boolean }) {
  const { isOpen, ...rest } = props;
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t("package-parcels.split.title")}>
      <Content {...rest} />
    </Dialog>
  );
}
