import { Button } from "@mantine/core";
import type { Camera } from "./use-camera.ts";
import classes from "./receiving.module.css";
import { t } from "./messages.ts";
import type { Elements } from "#ui/web/elements.ts";

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
            {t("receiving.cameraOff")}
          </Button>
        ) : (
          <Button
            variant="default"
            size="md"
            loading={camera.state === "starting"}
            onClick={() => void camera.start()}
          >
            {t("receiving.cameraOn")}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}
