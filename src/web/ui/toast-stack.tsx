import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";

export function ToastStack() {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  return <Notifications position={isPhone ? "top-center" : "bottom-right"} containerWidth={400} />;
}
