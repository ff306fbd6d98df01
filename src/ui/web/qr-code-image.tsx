import { Box } from "@mantine/core";
import { useMemo } from "react";
import { encode } from "uqr";

/** Width of the light border in modules, which scanners need. */
const borderModules = 4;

/** A QR code, dark on light in both color schemes, as cameras expect it. */
export function QrCodeImage(props: { text: string; label: string }) {
  const { data, size } = useMemo(
    () => encode(props.text, { ecc: "L", border: borderModules }),
    [props.text],
  );
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
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
