import { Button, Card, Text, Title } from "@mantine/core";
import { memo, useState } from "react";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { useRetainedValue } from "#ui/web/open-state.ts";
import { Code } from "#ui/web/figures.tsx";
import { parcelOfRecord } from "./desk-parcel.ts";
import type { QueuedRecord, ReceivingQueue } from "./receiving-queue.ts";
import type { Desk } from "./use-desk.ts";
import classes from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

function nameOf({ input }: QueuedRecord): string {
  return input.scan ?? t("receiving.noLabel");
}

/** What is lost when a record is discarded. */
function discardText(item: QueuedRecord): string {
  const scan = nameOf(item);
  if (item.kind === "stored") {
    return t("receiving.move.discardText", { scan, code: item.input.storageLocationCode });
  }
  const count = item.photos.length;
  return item.isRecorded
    ? t("receiving.discardPhotosText", { scan, count })
    : t("receiving.discardText", { scan, count });
}

function RefusedRecord(props: {
  item: QueuedRecord;
  /** The shelf that was scanned last. */
  storageLocationCode: string | null;
  resendMove: ReceivingQueue["resendMove"];
  dispatch: Desk["dispatch"];
  onDiscard: () => void;
}) {
  const { item, dispatch, resendMove } = props;
  return (
    <li className={classes["row"]}>
      <div>
        <Code>{nameOf(item)}</Code>
        {item.kind === "stored" ? (
          <Text size="sm">
            {t("receiving.move.wanted", { code: item.input.storageLocationCode })}
          </Text>
        ) : null}
        <Text size="sm">{item.errorMessage}</Text>
      </div>
      <div className={classes["actions"]}>
        {item.kind === "stored" ? (
          <MoveAgain
            code={props.storageLocationCode ?? item.input.storageLocationCode}
            onMove={(storageLocationCode) => {
              const recordedAt = new Date().toISOString();
              void resendMove({ ...item.input, storageLocationCode, recordedAt });
            }}
          />
        ) : (
          <Button
            variant="default"
            size="md"
            onClick={() => dispatch({ kind: "correct", parcel: parcelOfRecord(item) })}
          >
            {t("receiving.correct")}
          </Button>
        )}
        <Button variant="subtle" color="red" size="md" onClick={props.onDiscard}>
          {t("receiving.discard")}
        </Button>
      </div>
    </li>
  );
}

function MoveAgain(props: { code: string; onMove: (code: string) => void }) {
  const { code, onMove } = props;
  return (
    <Button variant="default" size="md" onClick={() => onMove(code)}>
      {t("receiving.move.store", { code })}
    </Button>
  );
}

/** Records that the server did not accept, until each is corrected or discarded. */
export const RefusedRecords = memo(function RefusedRecords(props: {
  refused: readonly QueuedRecord[];
  storageLocationCode: string | null;
  resendMove: ReceivingQueue["resendMove"];
  discard: ReceivingQueue["discard"];
  dispatch: Desk["dispatch"];
}) {
  const { refused, discard } = props;
  const [discarded, setDiscarded] = useState<QueuedRecord | null>(null);
  const shown = useRetainedValue(discarded);
  return (
    <>
      {refused.length === 0 ? null : (
        <Card component="section" className={classes["refused"]}>
          <Title order={2} size="h4" mb="xs">
            {t("receiving.refused", { count: refused.length })}
          </Title>
          <ul className={classes["rows"]}>
            {refused.map((item) => (
              <RefusedRecord
                key={item.idempotencyKey}
                item={item}
                storageLocationCode={props.storageLocationCode}
                resendMove={props.resendMove}
                dispatch={props.dispatch}
                onDiscard={() => setDiscarded(item)}
              />
            ))}
          </ul>
        </Card>
      )}
      <ConfirmDialog
        isOpen={discarded !== null}
        onClose={() => setDiscarded(null)}
        title={t("receiving.discardTitle")}
        confirmLabel={t("receiving.discard")}
        isDestructive
        onConfirm={async () => {
          if (discarded !== null) await discard(discarded.idempotencyKey);
        }}
      >
        {shown === null ? null : discardText(shown)}
      </ConfirmDialog>
    </>
  );
});
