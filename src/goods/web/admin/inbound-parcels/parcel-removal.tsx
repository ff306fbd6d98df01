import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { ParcelImage } from "#goods/contract/parcel-measurements.ts";
import type { StaffParcelRemoval } from "#goods/contract/parcel-removal-fields.ts";
import { useApi } from "#goods/web/api.ts";
import { RemovalPhoto } from "#goods/web/parcels/removal-photo.tsx";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { useAction } from "#ui/web/action.ts";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { dayText, Moment } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { useMayUse } from "#ui/web/permissions.ts";
import { DefinitionList, type Definition } from "#ui/web/section-card.tsx";
import type { Removal } from "./removal-dialog.tsx";

const RemovalDialog = laterPart(async () => (await import("./removal-dialog.tsx")).RemovalDialog);

type Covering = {
  readonly parcel: StaffInboundParcel;
  /** Whether a dialog covers the one that this stands in. */
  readonly onCover: (isCovered: boolean) => void;
};

function useRemovalDialog({ onCover }: Covering) {
  const [removal, setRemoval] = useState<Removal | null>(null);
  const show = (next: Removal | null) => {
    setRemoval(next);
    onCover(next !== null);
  };
  return {
    show,
    dialog: { isWanted: removal !== null, removal, onClose: () => show(null) },
  };
}

/** Asks to return a parcel that is here, or to dispose of it; nothing while that is asked already. */
export function RemovalButton(props: Covering) {
  const { parcel } = props;
  const mayAsk = useMayUse("parcelRemovals");
  const { show, dialog } = useRemovalDialog(props);
  if (!mayAsk || parcel.state !== "received" || parcel.removalAsked !== null) return null;
  return (
    <>
      <Button variant="default" onClick={() => show({ parcel, declined: null })}>
        {t("parcel-removals.open")}
      </Button>
      <RemovalDialog {...dialog} />
    </>
  );
}

function personText(email: string | null, isReader = false): string {
  if (isReader) return t("parcel-removals.you");
  return email ?? t("parcel-removals.staff");
}

function factsOf(removal: StaffParcelRemoval): Definition[] {
  const { state, ground, consent, reason, noticeUntil, decisionReason, decidedAt } = removal;
  const optional = (term: string, value: string) => (value === "" ? [] : [{ term, value }]);
  const groundText = t(`parcel-removals.ground.${ground}`);
  return [
    {
      term: t("parcel-removals.ground"),
      value: consent === "" ? groundText : `${groundText}: ${consent}`,
    },
    { term: t("common.reason"), value: reason },
    {
      term: t("parcel-removals.askedBy"),
      value: (
        <>
          <span>{personText(removal.askedByEmail, removal.isAskedByReader)}</span>
          <span> · </span>
          <Moment at={removal.createdAt} withTime />
        </>
      ),
    },
    ...(state === "asked" && noticeUntil !== null
      ? [{ term: t("parcel-removals.objectUntil"), value: dayText(noticeUntil) }]
      : []),
    ...(state === "asked" || decidedAt === null
      ? []
      : [
          {
            term: t(`parcel-removals.${state}By`),
            value: (
              <>
                <span>{personText(removal.decidedByEmail)}</span>
                <span> · </span>
                <Moment at={decidedAt} withTime />
              </>
            ),
          },
        ]),
    ...optional(t("parcel-removals.declineReason"), decisionReason),
  ];
}

/** What the second person decides; whoever asked can only take it back. */
function Decision(props: Covering & { removal: StaffParcelRemoval }) {
  const { parcel, removal, onCover } = props;
  const { show, dialog } = useRemovalDialog(props);
  const [isAsked, setAsked] = useState(false);
  const ask = (isOpen: boolean) => {
    setAsked(isOpen);
    onCover(isOpen);
  };
  // A second press after an answer that was lost confirms the same.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { run } = useAction(useApi().parcelRemovals.confirmParcelRemoval.mutationOptions(), {
    done: () => ({
      title: t(`parcel-removals.done.${removal.kind}`, { number: parcelName(parcel) }),
    }),
  });
  const input = {
    inboundParcelId: parcel.id,
    removalId: removal.id,
    idempotencyKey,
  };
  return (
    <>
      {removal.isAskedByReader ? <Text size="sm">{t("parcel-removals.ownHint")}</Text> : null}
      <Group gap="sm">
        {removal.isAskedByReader ? null : (
          <Button color="red" onClick={() => ask(true)}>
            {t(`parcel-removals.confirm.${removal.kind}`)}
          </Button>
        )}
        <Button variant="default" onClick={() => show({ parcel, declined: removal })}>
          {t(removal.isAskedByReader ? "parcel-removals.takeBack" : "parcel-removals.decline")}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => ask(false)}
        title={t(`parcel-removals.confirmTitle.${removal.kind}`, { number: parcelName(parcel) })}
        confirmLabel={t(`parcel-removals.confirm.${removal.kind}`)}
        isDestructive
        onConfirm={async () => await run(input)}
      >
        {t("parcel-removals.confirmText")}
      </ConfirmDialog>
      <RemovalDialog {...dialog} />
    </>
  );
}

/** What was asked last about returning a parcel or disposing of it, and who decided how. */
export function ParcelRemoval(
  props: Covering & { removal: StaffParcelRemoval; images: readonly ParcelImage[] },
) {
  const { removal, images } = props;
  const mayDecide = useMayUse("parcelRemovals");
  const isOpen = removal.state === "asked";
  const state = `${removal.state}_${removal.kind}` as const;
  return (
    <Alert color={isOpen ? "yellow" : "gray"} title={t(`parcel-removals.state.${state}`)}>
      <Stack gap="md">
        <DefinitionList columns={2} items={factsOf(removal)} />
        <RemovalPhoto images={images} imageId={removal.imageId} />
        {isOpen && mayDecide ? <Decision {...props} /> : null}
      </Stack>
    </Alert>
  );
}
