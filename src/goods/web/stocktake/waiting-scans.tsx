import { Alert, Button, Text } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import type { OutboxState } from "#ui/web/desk/outbox-records.ts";
import { countUnsent, type Scan, type ScanOutbox } from "./scan-records.ts";
import classes from "./stocktake.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/**
 * How many scans the server does not have yet.
 * @param props.isQuiet shows nothing where all are sent.
 */
export function WaitingCount(props: { state: OutboxState<Scan>; isQuiet?: boolean }) {
  const { state, isQuiet = false } = props;
  const unsentCount = countUnsent(state.records);
  if (isQuiet && unsentCount === 0) return null;
  return (
    <p className={classes["waiting"]} role="status">
      {state.isRead ? t("stocktake.unsent", { count: unsentCount }) : null}
    </p>
  );
}

/** What keeps scans from being recorded, where somebody can do something about it. */
export function ScanProblems(props: { outbox: ScanOutbox; state: OutboxState<Scan> }) {
  const { outbox, state } = props;
  const [isDiscarding, setDiscarding] = useState(false);
  const refused = state.records.filter(({ refusal }) => refusal !== null);
  const reasons = [...new Set(refused.map(({ refusal }) => refusal ?? ""))];
  const repeatable = refused.filter(({ body }) => body.isOwn !== true);
  const shelves = [...new Set(repeatable.map(({ body }) => body.storageLocationCode))];
  return (
    <>
      {state.isUnstored ? (
        <Alert color="red" role="alert">
          {t("stocktake.unstored")}
        </Alert>
      ) : null}
      {state.isSignInNeeded ? (
        <Alert color="orange">
          {t("stocktake.signInNeeded", { count: countUnsent(state.records) })}
        </Alert>
      ) : null}
      {state.isRoleMissing ? (
        <Alert color="orange">
          {t("receiving-queue.roleEnded", { count: countUnsent(state.records) })}
        </Alert>
      ) : null}
      {state.otherAccountCount > 0 ? (
        <Alert color="gray">
          {t("stocktake.otherAccount", { count: state.otherAccountCount })}
        </Alert>
      ) : null}
      {refused.length === 0 ? null : (
        <Alert color="red" role="alert" title={t("stocktake.refused", { count: refused.length })}>
          {reasons.map((reason) => (
            <Text key={reason}>{reason}</Text>
          ))}
          {shelves.length === 0 ? null : (
            <Text>{t("stocktake.refusedHint", { codes: shelves.join(", ") })}</Text>
          )}
          <Button variant="default" size="md" mt="xs" onClick={() => setDiscarding(true)}>
            {t("stocktake.discard")}
          </Button>
        </Alert>
      )}
      <ConfirmDialog
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        title={t("stocktake.discardTitle")}
        confirmLabel={t("stocktake.discard")}
        isDestructive
        onConfirm={async () => await outbox.discard(refused)}
      >
        {t("stocktake.discardText", { count: refused.length })}
      </ConfirmDialog>
    </>
  );
}
