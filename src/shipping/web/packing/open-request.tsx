import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useCallback, useState } from "react";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { boxOwnerTexts } from "#shipping/rules/box-name.ts";
import { usePrintBox } from "#shipping/web/print-box.ts";
import { photosOfClosedBox } from "#shipping/rules/ship-request.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useMayUse } from "#ui/web/permissions.ts";
import { CameraPicture, useCamera } from "#ui/web/desk/camera.tsx";
import type { DeskSettings } from "#goods/web/receiving/desk-memory.ts";
import { DeskColumns, DeskScreen, SoundSwitch } from "#ui/web/desk/desk-screen.tsx";
import { ScanField } from "#ui/web/desk/scan-field.tsx";
import { playSound } from "#ui/web/desk/sounds.ts";
import { hideFailureToasts } from "#ui/web/toast.tsx";
import desk from "#ui/web/desk/desk.module.css";
import { ScaleControls, useScale } from "#ui/web/desk/scale.tsx";
import { momentText } from "#ui/web/figures.tsx";
import { StatusBadge } from "#ui/web/status-badge.tsx";
import { BoxCard, entryOf, useBox } from "./box-card.tsx";
import { ClosedBoxCard, RequestActs } from "./closed-box-card.tsx";
import { ExtraServiceLines, openWorkOf, WorkFirst } from "./extra-services.tsx";
import { lookOf, lookOfAnswer, PackingBanner, useScans } from "./packing-scans.tsx";
import { ParcelsCard, type ParcelActs } from "./parcels-card.tsx";
import { PhotoInput, usePackingPhotos } from "./packing-photos.tsx";
import { requestFacts, stateColor, stateText } from "./request-words.ts";
import classes from "./packing.module.css";
import { t } from "#ui/web/i18n/messages.tsx";
import { useMutation } from "@tanstack/react-query";
import { apiErrorMessage } from "#ui/web/api.tsx";

type RequestProps = {
  request: PackingRequest;
  settings: DeskSettings;
  onSettings: (settings: DeskSettings) => void;
  onShow: (request: PackingRequest) => void;
  onRefresh: () => Promise<void>;
  onLeave: () => void;
};

function Head({ request, onLeave }: { request: PackingRequest; onLeave: () => void }) {
  return (
    <div className={desk["head"]}>
      <div className={desk["owner"]}>
        <span className={desk["initial"]} aria-hidden="true">
          {request.customerInitial}
        </span>
        <div>
          <Title order={1} size="h3">
            {request.reference}
          </Title>
          <span className={desk["quiet"]}>
            {[
              ...Object.values(boxOwnerTexts(request)),
              ...requestFacts(request),
              t("packing.dueBy", { moment: momentText(request.dueAt, true) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </div>
      </div>
      <Group gap="sm">
        {request.isPriority ? (
          <StatusBadge label={t("packing.priority")} color="vermilion" />
        ) : null}
        <StatusBadge label={stateText(request)} color={stateColor(request.state)} />
        <Button variant="default" size="md" onClick={onLeave}>
          {t("packing.backToQueue")}
        </Button>
      </Group>
    </div>
  );
}

/** That somebody else packs it, and taking it over. */
function PackedByAnother({ request, onShow }: Pick<RequestProps, "request" | "onShow">) {
  const client = useApiClient();
  const { run, isPending, error } = useAct();
  const { packer } = request;
  const takeOver = async () => {
    await run(async () => onShow(await client.packing.takeOver({ shipRequestId: request.id })));
  };
  return (
    <Alert color="orange" role="status" title={t("packing.packedByAnother")}>
      <Text>
        {t(packer?.mayTakeOver ? "packing.stoppedHint" : "packing.packedByAnotherHint", {
          initial: packer?.initial ?? "",
        })}
      </Text>
      {error === null ? null : <Text c="red">{error}</Text>}
      <Button mt="xs" size="md" loading={isPending} onClick={() => void takeOver()}>
        {t("packing.takeOver")}
      </Button>
    </Alert>
  );
}

function Note({ note }: { note: string }) {
  if (note === "") return null;
  return (
    <Alert color="sea" title={t("packing.note")}>
      <Text className={classes["note"] ?? ""}>{note}</Text>
    </Alert>
  );
}

/** Taking parcels out of the box and reporting them missing. */
function useParcelActs({ request, onShow }: Pick<RequestProps, "request" | "onShow">) {
  const client = useApiClient();
  const { run, isPending, error, forgetError } = useAct();
  const of = (inboundParcelId: string) => ({ shipRequestId: request.id, inboundParcelId });
  const acts: NonNullable<ParcelActs> = {
    isPending,
    remove: ({ inboundParcelId }) => {
      const input = of(inboundParcelId);
      void run(async () => onShow(await client.packing.removeFromBox(input)));
    },
    reportMissing: ({ inboundParcelId }) => {
      const input = of(inboundParcelId);
      void run(async () => onShow(await client.packing.reportMissing(input)));
    },
  };
  return { acts, error, forgetError };
}

/** Whether parcels can be scanned into the box now: before it is closed, and where one that was missing turns up. */
function isScannable({ state, waitingReason }: PackingRequest): boolean {
  return state === "requested" || state === "packing" || waitingReason === "missing";
}

/** Scans, weights and sides typed into the one field; nothing counts until a wrong parcel is put aside. */
function useDeskLines(props: RequestProps & { readonly onScanned: () => void }) {
  const { request, settings, onRefresh, onShow } = props;
  const [fault, setFault] = useState<string | null>(null);
  const [latestId, setLatestId] = useState<string | null>(null);
  const printBox = usePrintBox();
  const box = useBox({
    request,
    onClosed: (closed) => {
      onShow(closed);
      void printBox(closed).then(onRefresh);
    },
  });
  const scans = useScans({
    shipRequestId: request.id,
    onAnswer: (answer) => {
      if ("scan" in answer) {
        setLatestId(answer.scan.inboundParcelId);
        hideFailureToasts();
        props.onScanned();
      }
      if (!settings.isMuted) playSound(lookOfAnswer(answer));
      void onRefresh();
    },
  });
  const isBlocked = lookOf(scans.answer, scans.isStalled) === "stop";
  const enter = (text: string) => {
    setFault(null);
    if (isBlocked) {
      // Enter alone confirms; a scan does not, since it may lie in the wrong box.
      if (text === "") scans.confirm();
      else {
        scans.ignore();
        if (!settings.isMuted) playSound("stop");
      }
      return;
    }
    if (text === "") return;
    const entry = entryOf(text);
    if (entry === null) scans.scan(text);
    else if ("fault" in entry) setFault(entry.fault);
    else box.enter(entry);
  };
  /** What the newest scan put into the box may be out of it by now; a wrong parcel still has to be put aside. */
  const clearAnswer = () => {
    if (!isBlocked) scans.confirm();
  };
  return { box, scans, fault, latestId, enter, clearAnswer };
}

/** The same acts; the answer to the newest scan goes before a parcel is taken out. */
function afterClearing(acts: NonNullable<ParcelActs>, clear: () => void): NonNullable<ParcelActs> {
  return {
    ...acts,
    remove: (parcel) => {
      clear();
      acts.remove(parcel);
    },
  };
}

/** A request as it is packed, or as its box was closed. */
export function OpenRequest(props: RequestProps) {
  const { request, settings, onSettings, onRefresh } = props;
  const mayPack = useMayUse("packing");
  const { acts, error, forgetError } = useParcelActs(props);
  const { box, scans, fault, latestId, enter, clearAnswer } = useDeskLines({
    ...props,
    onScanned: forgetError,
  });
  const isElsewhere = request.packer !== null && !request.packer.isReader;
  const canScan = mayPack && isScannable(request) && !isElsewhere;
  const { video, ...camera } = useCamera({ isScanning: canScan, onScan: enter });
  const { input: photoField, ...photos } = usePackingPhotos({
    camera,
    onStored: onRefresh,
  });
  const scale = useScale(settings.baudRate, (reading) => box.readScale(reading));
  const takePhoto = () => {
    const taken = [...request.images, ...photos.unsent.map(({ subject }) => subject)];
    const missing = photosOfClosedBox.find((kind) => !taken.some((one) => one.kind === kind));
    void photos.take({ shipRequestId: request.id, kind: missing ?? "closed_on_scale" });
  };
  const look = canScan ? lookOf(scans.answer, scans.isStalled) : "idle";
  const openWork = request.packed === null ? openWorkOf(request) : [];
  return (
    <DeskScreen look={look}>
      <Head request={request} onLeave={props.onLeave} />
      {isElsewhere && mayPack && isScannable(request) ? <PackedByAnother {...props} /> : null}
      {canScan ? (
        <>
          <ScanField
            label={t("packing.field")}
            description={t("packing.fieldHint")}
            onLine={(text) => enter(text.trim())}
            onEmptyKey={(key) => {
              if (key === "Escape") scans.confirm();
              if (key !== " ") return null;
              takePhoto();
              return "";
            }}
          />
          <PackingBanner request={request} scans={scans} />
        </>
      ) : null}
      {[fault, error].map((words) =>
        words === null ? null : (
          <Alert key={words} color="red" role="alert">
            {words}
          </Alert>
        ),
      )}
      <WorkFirst work={openWork} />
      <DeskColumns
        camera={
          canScan || request.note !== "" ? (
            <Stack gap="md">
              <Note note={request.note} />
              {canScan ? <CameraPicture camera={camera} video={video} /> : null}
            </Stack>
          ) : null
        }
        work={
          <ParcelsCard
            request={request}
            latestId={latestId}
            acts={canScan ? afterClearing(acts, clearAnswer) : null}
            openWork={openWork}
          />
        }
        devices={
          <>
            <ExtraServiceLines
              work={request.extraServices.filter((work) => !openWork.includes(work))}
            />
            {canScan && request.waitingReason === null ? (
              <BoxCard request={request} box={box} photos={photos} openWork={openWork} />
            ) : (
              <ClosedBoxCard request={request} />
            )}
            <RequestActs request={request} onChanged={props.onShow} onPrinted={onRefresh} />
            {canScan ? (
              <>
                <ScaleControls
                  scale={scale}
                  baudRate={settings.baudRate}
                  onBaudRate={(baudRate) => onSettings({ ...settings, baudRate })}
                />
                <SoundSwitch
                  label={t("packing.sounds")}
                  isMuted={settings.isMuted}
                  onMuted={(isMuted) => onSettings({ ...settings, isMuted })}
                />
              </>
            ) : null}
          </>
        }
      />
      <PhotoInput field={photoField} choose={photos.choose} />
    </DeskScreen>
  );
}

/** Runs one act at a time; what is wrong stays until the next one, or until it is forgotten. */
function useAct() {
  const [error, setError] = useState<string | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
  });
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    setError(null);
    try {
      await mutateAsync(act);
      return true;
    } catch (failure) {
      setError(apiErrorMessage(failure, t("packing.actFailed")));
      return false;
    }
  };
  const forgetError = useCallback(() => setError(null), []);
  return { run, isPending, error, forgetError };
}
