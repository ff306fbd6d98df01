import { useMemo, useRef } from "react";
import type { DeskEvent } from "./desk-events.ts";
import { photoOfFile } from "#ui/web/photo.ts";
import { hasCameraAccess, type Camera } from "./use-camera.ts";

/** Takes photos with the camera, or has one chosen or taken by the device where the page has no camera. */
export function usePhotos() {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File | null>(null);
  return useMemo(() => {
    const photoTaken = (key: string, file: Blob): DeskEvent => ({
      kind: "photo_taken",
      key,
      photo: { kind: "outside", file },
    });
    const take = async (key: string, camera: Omit<Camera, "video">): Promise<DeskEvent> => {
      const file = chosen.current;
      chosen.current = null;
      try {
        if (file !== null) return photoTaken(key, await photoOfFile(file));
        if (camera.state === "on") return photoTaken(key, await camera.takePhoto());
      } catch {
        return { kind: "photo_missing", key, reason: "photo_failed" };
      }
      const isUsable =
        hasCameraAccess() && camera.state !== "missing" && camera.state !== "refused";
      if (isUsable) return { kind: "photo_missing", key, reason: "camera_off" };
      input.current?.click();
      return { kind: "photo_missing", key, reason: null };
    };
    /** Takes the chosen file over; false where none was chosen. */
    const choose = (): boolean => {
      chosen.current = input.current?.files?.[0] ?? null;
      if (input.current !== null) input.current.value = "";
      return chosen.current !== null;
    };
    return { input, take, choose };
  }, []);
}
