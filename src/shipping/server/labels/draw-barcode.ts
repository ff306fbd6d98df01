import type { DrawingContext } from "bwip-js";

/** Bars of a Code 128 from left to right, in modules; `width` is that of all, without the quiet zones beside them. */
export type Barcode = {
  readonly bars: readonly { readonly x: number; readonly width: number }[];
  readonly width: number;
};

/** Modules that stay empty on each side, as the standard requires. */
export const quietModules = 10;

/** Collects what is drawn; without its text, a bar code consists of upright lines alone. */
function collectBars(): DrawingContext<Barcode> {
  const bars: { x: number; width: number }[] = [];
  let width = 0;
  const notDrawn = (): never => {
    throw new Error("A bar code consists of upright lines.");
  };
  return {
    scale: () => null,
    measure: notDrawn,
    init: (wholeWidth) => {
      width = wholeWidth;
    },
    // The library rounds the middle of a line up to whole modules.
    line: (middle, _bottom, _middle, _top, lineWidth) => {
      bars.push({ x: middle - Math.ceil(lineWidth / 2), width: lineWidth });
    },
    polygon: notDrawn,
    hexagon: notDrawn,
    ellipse: notDrawn,
    fill: () => undefined,
    text: notDrawn,
    end: () => ({ bars, width }),
  };
}

/** `text` as Code 128, which scanners of carriers read. */
export async function drawBarcode(text: string): Promise<Barcode> {
  const { render } = await import("bwip-js");
  // Not written in the call, since the library's types name no option of a single kind of code.
  const options = { bcid: "code128", text, scale: 1, includetext: false };
  return render(options, collectBars());
}
