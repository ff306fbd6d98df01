import { Button, Card, Text, Title } from "@mantine/core";
import { memo, useState } from "react";
import { ConfirmDialog } from "#ui/web/confirm-dialog.tsx";
import { Code } from "#ui/web/figures.tsx";
import { parcelOfRecord } from "./desk-parcel.ts";
import type { ReceivingOutbox, ReceivingRecord } from "./receiving-records.ts";
import type { Desk } from "./use-desk.ts";
import classes from "./receiving.module.css";
import deskClasses from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";

function nameOf({ body }: ReceivingRecord): string {
  return body.input.scan ?? t("receiving.noLabel");
}

/** What is lost when a record is discarded. */
function discardText(record: ReceivingRecord): string {
  const scan = nameOf(record);
  const { body } = record;
  if (body.kind === "stored") {
    return t("receiving.move.discardText", { scan, code: body.input.storageLocationCode });
  }
  const count = body.photos.length;
  return body.inboundParcelId !== undefined
    ? t("receiving.discardPhotosText", { scan, count })
    : t("receiving.discardText", { scan, count });
}

function RefusedRecord(props: {
  record: ReceivingRecord;
  /** The shelf that was scanned last. */
  storageLocationCode: string | null;
  resend: ReceivingOutbox["resend"];
  dispatch: Desk["dispatch"];
  onDiscard: () => void;
}) {
  const { record, dispatch, resend } = props;
  const { body } = record;
  return (
    <li className={deskClasses["row"]}>
      <div>
        <Code>{nameOf(record)}</Code>
        {body.kind === "stored" ? (
          <Text size="sm">
            {t("receiving.move.wanted", { code: body.input.storageLocationCode })}
          </Text>
        ) : null}
        <Text size="sm">{record.refusal}</Text>
      </div>
      <div className={deskClasses["actions"]}>
        {body.kind === "stored" ? (
          <MoveAgain
            code={props.storageLocationCode ?? body.input.storageLocationCode}
            onMove={(storageLocationCode) => {
              const recordedAt = new Date().toISOString();
              void resend({ ...body, input: { ...body.input, storageLocationCode, recordedAt } });
            }}
          />
        ) : (
          <Button
            variant="default"
            size="md"
            onClick={() => dispatch({ kind: "correct", parcel: parcelOfRecord(body) })}
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
  refused: readonly ReceivingRecord[];
  storageLocationCode: string | null;
  resend: ReceivingOutbox["resend"];
  discard: ReceivingOutbox["discard"];
  dispatch: Desk["dispatch"];
}) {
  const { refused, discard } = props;
  const [discarded, setDiscarded] = useState<ReceivingRecord | null>(null);
  return (
    <>
      {refused.length === 0 ? null : (
        <Card component="section" className={classes["refused"]}>
          <Title order={2} size="h4" mb="xs">
            {t("receiving.refused", { count: refused.length })}
          </Title>
          <ul className={deskClasses["rows"]}>
            {refused.map((record) => (
              <RefusedRecord
                key={record.key}
                record={record}
                storageLocationCode={props.storageLocationCode}
                resend={props.resend}
                dispatch={props.dispatch}
                onDiscard={() => setDiscarded(record)}
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
          if (discarded !== null) await discard([discarded]);
        }}
      >
        {discarded === null ? null : discardText(discarded)}
      </ConfirmDialog>
    </>
  );
});
