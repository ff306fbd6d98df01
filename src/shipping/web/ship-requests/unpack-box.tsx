import { Button, Group, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import type { OfferedExtraService } from "#shipping/contract/extra-services.ts";
import type { ShelvedBox } from "#shipping/contract/boxes.ts";
import { unpacking as unpackingCode } from "#catalogue/rules/extra-service.ts";
import { useAction, useRefetch } from "#ui/web/action.ts";
import { apiErrorCode } from "#ui/web/api.tsx";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { Moment, Money, moneyText } from "#ui/web/figures.tsx";
import { FormAlert } from "#ui/web/form.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { priceText, promiseText } from "./extra-service-picker.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { RequestError } from "./use-ship-request-act.tsx";

/** Orders the unpacking of a package's box, once however often it is tried. */
function useUnpacking(packageId: string) {
  const client = useApiClient();
  const refetch = useRefetch();
  const key = useRef<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const order = async () => {
    setError(null);
    // Without an answer it may be ordered; a repeat with the same key orders it only once.
    key.current ??= crypto.randomUUID();
    try {
      await client.extraServices.requestExtraService({
        code: unpackingCode,
        packageId,
        idempotencyKey: key.current,
      });
      key.current = null;
    } catch (failure) {
      if (apiErrorCode(failure) !== null) key.current = null;
      setError(failure);
    } finally {
      refetch();
    }
  };
  return { order, error };
}

/** Offers to have a shelved box unpacked, with what it costs and what happens then. */
export function UnpackOffer(props: {
  packageId: string;
  service: OfferedExtraService;
  earlier: ShelvedBox["unpacking"];
}) {
  const { service, earlier } = props;
  const { order, error } = useUnpacking(props.packageId);
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack gap="xs" align="flex-start">
      {earlier?.state === "refused" ? (
        <FormAlert
          message={
            <>
              <span>{t("ship-requests.box.notUnpacked")}</span> <span>{earlier.resultText}</span>
            </>
          }
        />
      ) : null}
      <Text size="sm">{t("ship-requests.box.unpackText")}</Text>
      <RequestError error={error} />
      <Group gap="sm">
        <Button variant="default" onClick={() => setAsking(true)}>
          {t("ship-requests.box.unpack")}
        </Button>
        <Text size="sm" c="dimmed">
          {[priceText(service), promiseText(service)].join(" · ")}
        </Text>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t("ship-requests.box.confirmTitle")}
        confirmLabel={t("ship-requests.box.unpack")}
        dismissLabel={t("ship-requests.box.keep")}
        onConfirm={order}
      >
        <Stack gap="xs">
          <Text size="sm">{t("ship-requests.box.unpackText")}</Text>
          <Text size="sm">
            {service.isFree
              ? t("ship-requests.box.confirmTextFree")
              : t("ship-requests.box.confirmText", { price: moneyText(service.priceCents) })}
          </Text>
        </Stack>
      </ConfirmDialog>
    </Stack>
  );
}

/** A box whose unpacking is ordered: until when, for what, and that it can be cancelled. */
export function UnpackingCard(props: { order: NonNullable<ShelvedBox["unpacking"]> }) {
  const { id, dueAt, priceCents } = props.order;
  const cancelling = useAction(useApi().extraServices.cancelExtraService.mutationOptions(), {
    done: () => ({ title: t("ship-requests.box.cancelled") }),
    failed: () => t("ship-requests.extra.notCancelled"),
  });
  return (
    <SectionCard
      title={t("ship-requests.box.unpacking")}
      actions={
        <Group gap="xs" wrap="nowrap">
          <StatusBadge label={t("ship-requests.extraState.ordered")} color="yellow" size="sm" />
          <Text span size="sm">
            <Money amountCents={priceCents} />
          </Text>
        </Group>
      }
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          <RichText
            id="ship-requests.extra.due"
            values={{ time: <Moment at={dueAt} withTime /> }}
          />
        </Text>
        <Text size="sm">{t("ship-requests.box.unpackingText")}</Text>
        <Button
          variant="default"
          loading={cancelling.isRunning}
          onClick={() => void cancelling.run({ extraServiceRequestId: id })}
        >
          {t("ship-requests.box.cancel")}
        </Button>
      </Stack>
    </SectionCard>
  );
}
