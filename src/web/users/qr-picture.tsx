/** A QR code on the screen, dark on light in both colour schemes, as cameras expect it. */
import { Box } from "@mantine/core";
import { useMemo } from "react";
import { encode } from "uqr";

/** Light modules around the dark ones, without which readers do not find them. */
const margin = 4;

export function QrPicture(props: { text: string; label: string }) {
  const { data, size } = useMemo(
    () => encode(props.text, { ecc: "L", border: margin }),
    [props.text],
  );
  const path = data
    .flatMap((row, down) => row.map((isDark, right) => (isDark ? `M${right} ${down}h1v1h-1z` : "")))
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
