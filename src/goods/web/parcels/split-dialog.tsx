import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { Package } from "#goods/contract/packages.ts";
import type { Subscription } from "#money/contract/plans.ts";
import { newPackageAccess } from "#money/rules/allowance.ts";
import { useAction } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#goods/web/api.ts";
import {
  QuotaExceededCard,
  SubscriptionRequiredCard,
} from "#goods/web/packages/subscription-required-card.tsx";
import { usePerson } from "#ui/web/session.tsx";
import { Dialog, DialogButtons } from "#ui/web/dialog.tsx";
import { Code } from "#ui/web/figures.tsx";
import { FocusedAlert, FormAlert } from "#ui/web/form.tsx";
import { useIdempotencyKey } from "#ui/web/idempotency-key.ts";
import { NotLoaded } from "#ui/web/states.tsx";
import { TickBox } from "#ui/web/tick-box.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { ParcelLine, ParcelLines } from "./parcel-lines.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";

type Props = {
  pkg: Package;
  parcels: readonly InboundParcel[];
  onClose: () => void;
};

function useSplitting(packageId: string) {
  const client = useApiClient();
  const key = useIdempotencyKey();
  return useAction(
    {
      mutationFn: (inboundParcelIds: string[]) =>
        key.use((idempotencyKey) =>
          client.packages.splitPackage({ packageId, inboundParcelIds, idempotencyKey }),
        ),
    },
    {
      place: "package",
      done: ({ package: { trackingNumber } }) => ({
        title: t("package-parcels.split.done"),
        description: t("package-parcels.split.doneText", { trackingNumber }),
      }),
      showsErrorInPlace: true,
    },
  );
}

function Choice(props: Props & { quota: number | null }) {
  const { pkg, parcels, quota, onClose } = props;
  const splitting = useSplitting(pkg.id);
  const [ids, setIds] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const labelId = useId();
  const chosen = ids.filter((id) => parcels.some((parcel) => parcel.id === id));
  const confirm = async () => {
    const isNoneLeft = chosen.length === pkg.parcelsCount;
    if (chosen.length === 0) return setError(t("package-parcels.split.missing"));
    if (isNoneLeft) return setError(t("package-parcels.split.one"));
    setError(null);
    if (await splitting.run(chosen)) onClose();
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
      <DialogButtons
        label={t("package-parcels.split.confirm", { count: chosen.length })}
        isRunning={splitting.isRunning}
        onCancel={onClose}
        onConfirm={() => void confirm()}
      />
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
