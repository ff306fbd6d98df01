import { Alert, Button, Text, Title, TextInput } from "@mantine/core";
import { useRef, memo, type KeyboardEvent, type RefObject } from "react";
import type { AwaitedNumber } from "#goods/contract/receiving.ts";
import { CameraCard, usePhotos } from "./camera-card.tsx";
import { DeskDevices } from "./desk-devices.tsx";
import type { DeskSettings } from "./desk-memory.ts";
import { moveOf } from "./desk-parcel.ts";
import { playSound } from "./desk-sounds.ts";
import { DeskStrip, SessionParcels, useSessionParcels } from "./session-parcels.tsx";
import { MeasuredCard } from "./measured-card.tsx";
import { lookOf, OutcomeBanner } from "./outcome-banner.tsx";
import { PackageLink, ParcelFacts } from "./parcel-facts.tsx";
import type { ReceivingOutbox, ReceivingRecord } from "./receiving-records.ts";
import { isWaiting } from "#ui/web/desk/outbox-records.ts";
import { RefusedRecords } from "./refused-records.tsx";
import { useCamera } from "#ui/web/desk/camera.tsx";
import { useDesk, type Desk, type DeskPlace } from "./use-desk.ts";
import classes from "#ui/web/desk/desk.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import ScanLine from "lucide-react/icons/scan-line";
import { useDeskField } from "#ui/web/desk/scan-field.ts";

/** The desk at a known place. */
export function ReceivingScreen(props: {
  place: DeskPlace;
  warehouseName: string;
  outbox: ReceivingOutbox;
  awaited: readonly AwaitedNumber[];
  settings: DeskSettings;
  onSettings: (settings: DeskSettings) => void;
  onChangeStation: () => void;
}) {
  const { place, outbox, settings, onSettings } = props;
  const field = useRef<HTMLInputElement>(null);
  const { parcels, add } = useSessionParcels(outbox);
  const { input: photoInput, take: takePhoto, choose: choosePhoto } = usePhotos();
  const desk = useDesk({
    place,
    outbox,
    awaited: props.awaited,
    onSound: (sound) => {
      if (!settings.isMuted) playSound(sound);
    },
    onPhotoWanted: (key) => void takePhoto(key, camera).then(desk.dispatch),
    onSaved: add,
  });
  const { state, dispatch } = desk;
  const { parcel } = state;
  const { video, ...camera } = useCamera({
    isScanning: parcel === null,
    onScan: (text) => dispatch({ kind: "line", text }),
  });
  return (
    <div className={classes["desk"]} data-look={lookOf(state)}>
      <DeskHead {...props} isOnline={outbox.isOnline} />
      <DeskStrip
        warehouseId={place.warehouseId}
        waitingCount={outbox.isRead ? outbox.records.filter(isWaiting).length : null}
        onAnswer={outbox.onAnswer}
      />
      <DeskField isOpen={parcel !== null} dispatch={dispatch} press={desk.press} field={field} />
      <OutcomeBanner state={state} />
      <PackageLink packageId={state.answer?.packageId ?? null} />
      <UnsavedRecords desk={desk} isQueueFull={outbox.isFull} />
      <div className={classes["columns"]}>
        <div className={classes["camera"]}>
          <CameraCard
            camera={camera}
            video={video}
            parcel={parcel}
            onPhoto={() => dispatch({ kind: "photo_wanted" })}
            onRemovePhoto={(index) => dispatch({ kind: "photo_removed", index })}
          />
        </div>
        <div className={classes["work"]}>
          {parcel === null ? null : (
            <ParcelFacts
              parcel={parcel}
              move={moveOf(parcel, state.storageLocationCode)}
              onMove={() => dispatch({ kind: "line", text: "" })}
              onChoose={(number) => dispatch({ kind: "chosen", number })}
            />
          )}
          {parcel === null ? null : <MeasuredCard parcel={parcel} desk={desk} field={field} />}
          <RefusedRecords
            refused={refusedOf(outbox)}
            storageLocationCode={state.storageLocationCode}
            resend={outbox.resend}
            discard={outbox.discard}
            dispatch={dispatch}
          />
          <SessionParcels parcels={parcels} />
        </div>
        <DeskDevices
          dispatch={dispatch}
          storageLocationCode={state.storageLocationCode}
          onAnswer={outbox.onAnswer}
          settings={settings}
          onSettings={onSettings}
          field={field}
        />
      </div>
      <input
        ref={photoInput}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t("receiving.takePhoto")}
        onChange={() => {
          if (choosePhoto()) dispatch({ kind: "photo_wanted" });
        }}
      />
    </div>
  );
}

const noneRefused: readonly ReceivingRecord[] = [];

function refusedOf({ records }: ReceivingOutbox): readonly ReceivingRecord[] {
  const refused = records.filter(({ refusal }) => refusal !== null);
  return refused.length === 0 ? noneRefused : refused;
}

function DeskHead(props: {
  place: DeskPlace;
  warehouseName: string;
  isOnline: boolean;
  onChangeStation: () => void;
}) {
  const { place } = props;
  return (
    <div className={classes["head"]}>
      <div>
        <Title order={1} size="h3">
          {t("receiving.title")}
        </Title>
        <span className={classes["quiet"]}>
          {[props.warehouseName, place.station].filter(Boolean).join(" · ")}
        </span>
      </div>
      <div className={classes["actions"]}>
        <span className={classes["online"]} data-online={props.isOnline} role="status">
          {t(props.isOnline ? "receiving.online" : "receiving.offline")}
        </span>
        <Button variant="default" size="md" onClick={props.onChangeStation}>
          {t("receiving.changeStation")}
        </Button>
      </div>
    </div>
  );
}

/** Records that this browser could not store; they are lost when the page is closed. */
function UnsavedRecords({ desk, isQueueFull }: { desk: Desk; isQueueFull: boolean }) {
  const { unsaved } = desk;
  if (unsaved.length === 0) return null;
  // That the queue is full stands above the desk.
  const reasons = isQueueFull ? [] : new Set(unsaved.map(({ reason }) => reason));
  return (
    <Alert color="red" role="alert">
      <Text fw={600}>{t("receiving.notStored", { count: unsaved.length })}</Text>
      {[...reasons].map((reason) => (
        <Text key={reason}>{reason}</Text>
      ))}
      <Button mt="xs" size="md" color="red" onClick={desk.saveAgain}>
        {t("receiving.storeAgain")}
      </Button>
    </Alert>
  );
}

/** The one field of the desk, for scans, numbers and commands. */
const DeskField = memo(function DeskField(props: {
  isOpen: boolean;
  dispatch: Desk["dispatch"];
  press: Desk["press"];
  field: RefObject<HTMLInputElement | null>;
}) {
  const { isOpen, dispatch, press, field } = props;
  useDeskField(field, (text) => dispatch({ kind: "line", text }));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (input.value === "") dispatch({ kind: "escape" });
      else input.value = "";
      return;
    }
    if (input.value !== "") return;
    const text = press(event.key, event.timeStamp);
    if (text === null) return;
    event.preventDefault();
    input.value = text;
  };
  return (
    <TextInput
      ref={field}
      size="lg"
      className={classes["field"]}
      label={t(isOpen ? "receiving.field.open" : "receiving.field.idle")}
      description={t(isOpen ? "receiving.field.openHint" : "receiving.field.idleHint")}
      leftSection={<ScanLine size={22} aria-hidden="true" />}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="done"
      maxLength={300}
      onKeyDown={onKeyDown}
    />
  );
});
