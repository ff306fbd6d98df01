import type { DrawingContext } from "bwip-js";

type Point = readonly [x: number, y: number];

/** A QR code as polygons, of which the holes are polygons too; `side` is in their unit. */
export type QrVector = {
  readonly polygons: readonly (readonly Point[])[];
  readonly side: number;
  readonly modulesPerSide: number;
};

/** How many units a module of the library's drawings has at the smallest scale. */
const unitsPerModule = 2;

/** Collects what is drawn; a QR code consists of polygons alone. */
function collectPolygons(): DrawingContext<QrVector> {
  const polygons: Point[][] = [];
  let side = 0;
  const notDrawn = (): never => {
    throw new Error("A QR code has no text, lines or circles.");
  };
  return {
    scale: () => null,
    measure: notDrawn,
    init: (width) => {
      side = width;
    },
    line: notDrawn,
    polygon: (points) => {
      polygons.push(points);
    },
    hexagon: notDrawn,
    ellipse: notDrawn,
    fill: () => undefined,
    text: notDrawn,
    end: () => ({ polygons, side, modulesPerSide: side / unitsPerModule }),
  };
}

/** `text` as a QR code that is readable with up to a quarter of it damaged (level Q). */
export async function drawQrVector(text: string): Promise<QrVector> {
  const { render } = await import("bwip-js");
  // Not written in the call, since the library's types name no option of a single kind of code.
  const options = { bcid: "qrcode", text, eclevel: "Q", scale: 1 };
  return render(options, collectPolygons());
}
