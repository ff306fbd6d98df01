import { Alert, Button, Text } from "@mantine/core";
import { useRef, type Ref, type RefObject } from "react";
import type { AwaitedNumber } from "#goods/contract/receiving.ts";
import { CameraCard, usePhotos } from "./camera-card.tsx";
import { DeskDevices } from "./desk-devices.tsx";
import type { DeskSettings } from "./desk-memory.ts";
import { moveOf } from "./desk-parcel.ts";
import { playSound } from "#ui/web/desk/sounds.ts";
import { hideFailureToasts } from "#ui/web/toast.tsx";
import { DeskStrip, useSessionParcels } from "./session-parcels.tsx";
import { SavedParcels, useMistakes } from "./saved-parcels.tsx";
import { MeasuredCard } from "./measured-card.tsx";
import { lookOf, OutcomeBanner, outcomeLooks } from "./outcome-banner.tsx";
import { PackageLink, ParcelFacts } from "./parcel-facts.tsx";
import type { ReceivingOutbox, ReceivingRecord } from "./receiving-records.ts";
import { laterPart } from "#ui/web/lazy-part.tsx";
import { isWaiting } from "#ui/web/desk/outbox-records.ts";
import { RefusedRecords } from "./refused-records.tsx";
import { useCamera, type Camera } from "#ui/web/desk/camera.tsx";
import { useDesk, type Desk, type DeskPlace } from "./use-desk.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { DeskColumns, DeskHead, DeskScreen, OnlineMark } from "#ui/web/desk/desk-screen.tsx";
import { ScanField } from "#ui/web/desk/scan-field.tsx";

const MistakeDialog = laterPart(async () => (await import("./mistake-dialog.tsx")).MistakeDialog);

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
  const { parcels, add, markCorrected } = useSessionParcels(outbox, place.warehouseId);
  const { mistake, show: showMistake, findUndoable } = useMistakes(parcels);
  const { input: photoInput, take: takePhoto, choose: choosePhoto } = usePhotos();
  const desk = useDesk({
    place,
    outbox,
    awaited: props.awaited,
    onSound: (sound) => {
      if (sound !== "stop") hideFailureToasts();
      if (!settings.isMuted) playSound(sound === "saved" ? sound : outcomeLooks[sound]);
    },
    onPhotoWanted: (key) => void takePhoto(key, camera).then(desk.dispatch),
    onUndoWanted: () => {
      const found = findUndoable();
      if (typeof found === "string") dispatch({ kind: "not_undone", reason: found });
      else showMistake({ kind: "undo", parcel: found });
    },
    onSaved: add,
  });
  const { state, dispatch } = desk;
  const { parcel } = state;
  const { video, ...camera } = useCamera({
    isScanning: parcel === null,
    onScan: (text) => dispatch({ kind: "line", text }),
  });
  return (
    <DeskScreen look={lookOf(state)}>
      <Head {...props} />
      <DeskStrip
        warehouseId={place.warehouseId}
        waitingCount={outbox.isRead ? outbox.records.filter(isWaiting).length : null}
        onAnswer={outbox.onAnswer}
      />
      <DeskField isOpen={parcel !== null} desk={desk} field={field} />
      <OutcomeBanner state={state} />
      <PackageLink packageId={state.answer?.packageId ?? null} />
      <UnsavedRecords desk={desk} isQueueFull={outbox.isFull} />
      <DeskColumns
        camera={<DeskCamera desk={desk} camera={camera} video={video} />}
        work={
          <>
            <OpenParcel desk={desk} field={field} />
            <RefusedRecords
              refused={refusedOf(outbox)}
              storageLocationCode={state.storageLocationCode}
              resend={outbox.resend}
              discard={outbox.discard}
              dispatch={dispatch}
            />
            <SavedParcels
              parcels={parcels}
              onMeasure={(saved) => {
                dispatch({ kind: "measure_again", parcel: saved });
                field.current?.focus();
              }}
              onMistake={showMistake}
            />
          </>
        }
        devices={
          <DeskDevices
            dispatch={dispatch}
            storageLocationCode={state.storageLocationCode}
            onAnswer={outbox.onAnswer}
            settings={settings}
            onSettings={onSettings}
            field={field}
          />
        }
      />
      <MistakeDialog
        isWanted={mistake !== null}
        mistake={mistake}
        onClose={() => {
          showMistake(null);
          field.current?.focus();
        }}
        onCorrected={markCorrected}
      />
      <PhotoInput
        ref={photoInput}
        onChange={() => {
          if (choosePhoto()) dispatch({ kind: "photo_wanted" });
        }}
      />
    </DeskScreen>
  );
}

/** Where a phone takes a photo without a camera that the page reads. */
function PhotoInput({ ref, onChange }: { ref: Ref<HTMLInputElement>; onChange: () => void }) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      capture="environment"
      hidden
      aria-label={t("receiving.takePhoto")}
      onChange={onChange}
    />
  );
}

/** The camera, which photographs the open parcel. */
function DeskCamera(props: { desk: Desk; camera: Omit<Camera, "video">; video: Camera["video"] }) {
  const { state, dispatch } = props.desk;
  return (
    <CameraCard
      camera={props.camera}
      video={props.video}
      parcel={state.parcel}
      onPhoto={() => dispatch({ kind: "photo_wanted" })}
      onRemovePhoto={(index) => dispatch({ kind: "photo_removed", index })}
    />
  );
}

/** The open parcel. */
function OpenParcel(props: { desk: Desk; field: RefObject<HTMLInputElement | null> }) {
  const { desk, field } = props;
  const { state, dispatch } = desk;
  const { parcel } = state;
  if (parcel === null) return null;
  return (
    <>
      <ParcelFacts
        parcel={parcel}
        move={moveOf(parcel, state.storageLocationCode)}
        onMove={() => dispatch({ kind: "line", text: "" })}
        onChoose={(number) => dispatch({ kind: "chosen", number })}
      />
      <MeasuredCard parcel={parcel} desk={desk} field={field} />
    </>
  );
}

const noneRefused: readonly ReceivingRecord[] = [];

function refusedOf({ records }: ReceivingOutbox): readonly ReceivingRecord[] {
  const refused = records.filter(({ refusal }) => refusal !== null);
  return refused.length === 0 ? noneRefused : refused;
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

function Head(props: {
  place: DeskPlace;
  warehouseName: string;
  outbox: ReceivingOutbox;
  onChangeStation: () => void;
}) {
  const { isOnline } = props.outbox;
  return (
    <DeskHead
      title={t("receiving.title")}
      description={[props.warehouseName, props.place.station].filter(Boolean).join(" · ")}
    >
      <OnlineMark
        isOnline={isOnline}
        label={t(isOnline ? "receiving.online" : "receiving.offline")}
      />
      <Button variant="default" size="md" onClick={props.onChangeStation}>
        {t("receiving.changeStation")}
      </Button>
    </DeskHead>
  );
}

/** The one field, for scans, numbers and commands. */
function DeskField(props: {
  isOpen: boolean;
  desk: Desk;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { isOpen, desk, field } = props;
  return (
    <ScanField
      field={field}
      label={t(isOpen ? "receiving.field.open" : "receiving.field.idle")}
      description={t(isOpen ? "receiving.field.openHint" : "receiving.field.idleHint")}
      onLine={(text) => desk.dispatch({ kind: "line", text })}
      onEmptyKey={(key, at) => {
        if (key !== "Escape") return desk.press(key, at);
        desk.dispatch({ kind: "escape" });
        return null;
      }}
    />
  );
}
