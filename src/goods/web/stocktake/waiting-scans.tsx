import { Alert, Button, Text } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import type { ScanQueue } from "./scan-queue.ts";
import type { ScanQueueState } from "./scan-records.ts";
import classes from "./stocktake.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

/**
 * How many scans the server does not have yet.
 * @param props.isQuiet shows nothing where all are sent.
 */
export function WaitingCount(props: { state: ScanQueueState; isQuiet?: boolean }) {
  const { state, isQuiet = false } = props;
  const { unsentCount } = state;
  if (isQuiet && unsentCount === 0) return null;
  return (
    <p className={classes["waiting"]} role="status">
      {state.isRead ? t("stocktake.unsent", { count: unsentCount }) : null}
    </p>
  );
}

/** What keeps scans from being recorded, where somebody can do something about it. */
export function ScanProblems(props: { queue: ScanQueue; state: ScanQueueState }) {
  const { queue, state } = props;
  const [isDiscarding, setDiscarding] = useState(false);
  const reasons = [...new Set(state.refused.map(({ refusal }) => refusal ?? ""))];
  const repeatable = state.refused.filter(({ isOwn }) => isOwn !== true);
  const shelves = [...new Set(repeatable.map((scan) => scan.storageLocationCode))];
  return (
    <>
      {state.isUnstored ? (
        <Alert color="red" role="alert">
          {t("stocktake.unstored")}
        </Alert>
      ) : null}
      {state.isSignInNeeded ? (
        <Alert color="orange">{t("stocktake.signInNeeded", { count: state.unsentCount })}</Alert>
      ) : null}
      {state.otherAccountCount > 0 ? (
        <Alert color="gray">
          {t("stocktake.otherAccount", { count: state.otherAccountCount })}
        </Alert>
      ) : null}
      {state.refused.length === 0 ? null : (
        <Alert
          color="red"
          role="alert"
          title={t("stocktake.refused", { count: state.refused.length })}
        >
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
        onConfirm={async () => queue.discardRefused()}
      >
        {t("stocktake.discardText", { count: state.refused.length })}
      </ConfirmDialog>
    </>
  );
}
