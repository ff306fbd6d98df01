/** A QR code on the screen, dark on light in both colour schemes, as cameras expect it. */
import { Box } from "@mantine/core";
import { useMemo } from "react";
import { qrCodeOf } from "./qr-code.ts";

const margin = 4;

/** Draws `text`; nothing where it is too long, so there must be another way to the same. */
export function QrPicture(props: { text: string; label: string }) {
  const code = useMemo(() => qrCodeOf(props.text), [props.text]);
  if (code === null) return null;
  const size = code.length + margin * 2;
  const path = code
    .flatMap((row, down) =>
      row.map((isDark, right) => (isDark ? `M${right + margin} ${down + margin}h1v1h-1z` : "")),
    )
    .join("");
  return (
    <Box w={208} style={{ borderRadius: "var(--mantine-radius-md)", overflow: "hidden" }}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={props.label}
        shapeRendering="crispEdges"
        width="208"
        height="208"
        display="block"
      >
        <rect width={size} height={size} fill="#ffffff" />
        <path d={path} fill="#000000" />
      </svg>
    </Box>
  );
}
