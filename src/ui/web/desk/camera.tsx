import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { photoOf } from "#ui/web/photo.ts";
import { Button, Card, Text } from "@mantine/core";
import classes from "./desk.module.css";
import { SoundSwitch } from "./desk-screen.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import type { Elements } from "#ui/web/elements.ts";

/** `refused`: by the user or the browser's settings; `missing`: there is no camera. */
type CameraState = "off" | "starting" | "on" | "refused" | "missing";

export type Camera = {
  readonly state: CameraState;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly takePhoto: () => Promise<Blob>;
};

const readMilliseconds = 150;
const retryMilliseconds = 1_000;
/** While somebody types or a scanner does, the page has no time for reading barcodes. */
const restMilliseconds = 1_500;
/** A code that has been out of sight for so long counts as scanned again. */
const forgetMilliseconds = 2_000;

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
};

export function hasCameraAccess(): boolean {
  // Undefined on insecure origins and in old browsers.
  return "mediaDevices" in navigator && "getUserMedia" in navigator.mediaDevices;
}

/** The camera of this device, for photos and, while `isScanning`, for reading barcodes. */
export function useCamera(options: {
  readonly isScanning: boolean;
  readonly onScan: (text: string) => void;
}): Camera {
  const { isScanning } = options;
  const [state, setState] = useState<CameraState>("off");
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  const onScan = useRef(options.onScan);
  useEffect(() => {
    onScan.current = options.onScan;
  });
  const stop = useCallback(() => {
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = null;
    setState("off");
  }, []);
  const start = useCallback(async () => {
    if (!hasCameraAccess()) {
      setState("missing");
      return;
    }
    setState("starting");
    try {
      const opened = await navigator.mediaDevices.getUserMedia(wanted);
      stream.current = opened;
      opened.getVideoTracks()[0]?.addEventListener("ended", () => {
        stream.current = null;
        setState("missing");
      });
      setState("on");
    } catch (error) {
      const isMissing = error instanceof DOMException && error.name === "NotFoundError";
      setState(isMissing ? "missing" : "refused");
    }
  }, []);
  useEffect(() => {
    if (state !== "on" || video.current === null) return;
    video.current.srcObject = stream.current;
    void video.current.play();
  }, [state]);
  useEffect(() => stop, [stop]);
  useEffect(() => {
    if (state !== "on" || !isScanning) return undefined;
    return readBarcodes(video, (text) => onScan.current(text));
  }, [state, isScanning]);
  useEffect(() => {
    if (state !== "on") return undefined;
    document.addEventListener("keydown", noticeKey, true);
    return () => document.removeEventListener("keydown", noticeKey, true);
  }, [state]);
  const takePhoto = useCallback(async () => {
    const { current } = video;
    if (current === null || current.videoWidth === 0) throw new Error("The camera has no picture.");
    return await photoOf(current);
  }, []);
  return { state, video, start, stop, takePhoto };
}

/** Of couriers' labels and of ours. */
export const barcodeFormats = [
  "code_128",
  "code_39",
  "itf",
  "qr_code",
  "data_matrix",
  "pdf417",
] as const;

type Detector = {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
};

type BrowserDetector = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** The browser's detector; null where there is none, or one that lacks a format. */
async function browserDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BrowserDetector };
  if (BarcodeDetector === undefined) return null;
  const supported = await BarcodeDetector.getSupportedFormats();
  const isComplete = barcodeFormats.every((format) => supported.includes(format));
  return isComplete ? new BarcodeDetector({ formats: barcodeFormats }) : null;
}

/** The browser's detector, or a decoder that is loaded where it has none. */
async function createBarcodeReader(): Promise<Detector> {
  const own = await browserDetector();
  return own ?? (await import("./barcode-decoder.ts")).createDecoder([...barcodeFormats]);
}

let lastRead = { text: "", at: 0 };
let lastKeyAt = Number.NEGATIVE_INFINITY;

function noticeKey(): void {
  lastKeyAt = performance.now();
}

/** Reports each barcode once while it is in sight. Returns how to stop. */
function readBarcodes(
  video: RefObject<HTMLVideoElement | null>,
  report: (text: string) => void,
): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reader: Promise<Detector> | null = null;
  /** The code in sight, or '' where there is none. */
  const readCode = async () => {
    reader ??= createBarcodeReader();
    const detector = await reader;
    const { current } = video;
    const isResting = performance.now() - lastKeyAt < restMilliseconds;
    // Before its first picture a video has a width already, but reading it is an error.
    const hasPicture = current !== null && current.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    const codes = hasPicture && !isResting ? await detector.detect(current) : [];
    return codes[0]?.rawValue ?? "";
  };
  const read = async () => {
    const startedAt = performance.now();
    let pause = readMilliseconds;
    const text = await readCode().catch(() => {
      // Reading goes on after a picture that failed, with a decoder that is loaded again.
      reader = null;
      pause = retryMilliseconds;
      return "";
    });
    if (isStopped) return;
    const now = Date.now();
    const isNew = text !== lastRead.text || now - lastRead.at > forgetMilliseconds;
    if (text !== "") lastRead = { text, at: now };
    if (text !== "" && isNew) report(text);
    // Half of the time is left for the page, also where reading is slow.
    timer = setTimeout(() => void read(), Math.max(pause, performance.now() - startedAt));
  };
  void read();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/**
 * What the camera sees, the button that turns it on and off.
 * @param props.children further buttons.
 */
export function CameraPicture(props: {
  camera: Omit<Camera, "video">;
  video: Camera["video"];
  children?: Elements;
}) {
  const { camera, video, children } = props;
  return (
    <>
      {camera.state === "on" ? (
        <video ref={video} className={classes["video"]} muted playsInline />
      ) : null}
      <div className={classes["actions"]}>
        {camera.state === "on" ? (
          <Button variant="default" size="md" onClick={camera.stop}>
            {t("desk.cameraOff")}
          </Button>
        ) : (
          <Button
            variant="default"
            size="md"
            loading={camera.state === "starting"}
            onClick={() => void camera.start()}
          >
            {t("desk.cameraOn")}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

/**
 * The camera of a desk that takes no photos, and the switch of its sounds.
 * @param props.problemOf says why there is no picture.
 */
export function ScanCamera(props: {
  label?: string;
  isScanning: boolean;
  onScan: (text: string) => void;
  problemOf?: (state: "refused" | "missing") => string;
  soundsLabel: string;
  isMuted: boolean;
  onMuted: (isMuted: boolean) => void;
}) {
  const { isScanning, onScan, problemOf, isMuted, onMuted } = props;
  const { video, ...camera } = useCamera({ isScanning, onScan });
  const { state } = camera;
  return (
    <Card component="section" aria-label={props.label}>
      <CameraPicture camera={camera} video={video} />
      {problemOf !== undefined && (state === "refused" || state === "missing") ? (
        <Text size="sm" mt="xs" role="status">
          {problemOf(state)}
        </Text>
      ) : null}
      <SoundSwitch mt="md" label={props.soundsLabel} isMuted={isMuted} onMuted={onMuted} />
    </Card>
  );
}
