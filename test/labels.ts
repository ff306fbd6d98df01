// Reads labels as a viewer or a label printer does.
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import jsQR from "jsqr";

/** The drawing commands of each page of a PDF. */
export function pdfPages(pdf: Buffer): string[] {
  const streams = pdf.toString("latin1").matchAll(/stream\n([^]*?)\nendstream/g);
  return Array.from(streams, ([, stream = ""]) =>
    inflateSync(Buffer.from(stream, "latin1")).toString("latin1"),
  );
}

/** What is written on the page; the viewer's fonts are stored as bytes in hexadecimal, in pieces between kernings. */
export function textsOf(page: string): string[] {
  return [...page.matchAll(/\[(.*?)\] TJ/g)].map(([, pieces = ""]) =>
    [...pieces.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
      .join(""),
  );
}

type Point = readonly [number, number];

/** Whether an odd number of the polygons' edges is to the right of a point. */
function isInside(polygons: readonly (readonly Point[])[], x: number, y: number): boolean {
  const crossings = polygons.flatMap((polygon) =>
    polygon.filter(([x1, y1], at) => {
      const [x2, y2] = polygon[(at + 1) % polygon.length] ?? [0, 0];
      return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
    }),
  );
  return crossings.length % 2 === 1;
}

/** What the polygons of the page's QR code say, drawn as pixels; each module is two units wide. */
export function qrTextOf(page: string): string | undefined {
  const [, drawing = ""] = /cm\n((?:[\d. -]+ [ml]\n|h\n)+)[^\n]*cs\n/.exec(page) ?? [];
  const polygons = drawing
    .split("h\n")
    .map((path) =>
      [...path.matchAll(/([\d.-]+) ([\d.-]+) [ml]/g)].map(([, x, y]): Point => [
        Number(x),
        Number(y),
      ]),
    )
    .filter(({ length }) => length > 0);
  const modules = Math.max(...polygons.flat(2)) / 2;
  const [margin, pixelsPerModule] = [4, 4];
  const side = (modules + 2 * margin) * pixelsPerModule;
  const pixels = Uint8ClampedArray.from({ length: side * side * 4 }, (_, at) => {
    const unit = (pixel: number) => (Math.floor(pixel / pixelsPerModule) - margin) * 2 + 1;
    const pixel = Math.floor(at / 4);
    const isDark = isInside(polygons, unit(pixel % side), unit(Math.floor(pixel / side)));
    return isDark && at % 4 < 3 ? 0 : 255;
  });
  return jsQR.default(pixels, side, side)?.data;
}

/** Rectangles of a drawing, as x, y, width and height in points from the lower left. */
function rectanglesOf(page: string): number[][] {
  return [...page.matchAll(/^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/gm)].map((match) =>
    match.slice(1).map(Number),
  );
}

async function readCode128(image: {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly colorSpace: "srgb";
}): Promise<string[]> {
  const { prepareZXingModule, readBarcodes } = await import("zxing-wasm/reader");
  const wasmFile = import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = new Uint8Array(readFileSync(new URL(wasmFile))).buffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  const found = await readBarcodes(image, { formats: ["Code128"] });
  return found.map(({ text }) => text);
}

/** What the bar codes of a page say, from top to bottom, drawn as pixels and read as a scanner does. */
export async function barcodeTextsOf(page: string): Promise<string[]> {
  const bars = rectanglesOf(page).filter(
    ([, , width = 0, height = 0]) => height > 15 && width < 12,
  );
  const codes = Map.groupBy(bars, ([, y = 0]) => y);
  const texts: string[] = [];
  for (const [, rectangles] of [...codes].toSorted(([one], [other]) => one - other)) {
    const pixels = 12;
    const right = Math.max(...rectangles.map(([x = 0, , width = 0]) => x + width));
    const [width, height] = [Math.ceil(right + 40) * pixels, 60];
    const data = new Uint8ClampedArray(width * height * 4).fill(255);
    for (const [x = 0, , barWidth = 0] of rectangles) {
      const [from, to] = [Math.round(x * pixels), Math.round((x + barWidth) * pixels)];
      for (let row = 0; row < height; row += 1) {
        for (let column = from; column < to; column += 1) {
          const start = (row * width + column) * 4;
          data.fill(0, start, start + 3);
        }
      }
    }
    texts.push(...(await readCode128({ data, width, height, colorSpace: "srgb" })));
  }
  return texts;
}

type ZplField = { readonly at: string; readonly kind: string; readonly text: string };

/** The fields of a label in ZPL, read command by command as a printer does. */
export function parseZpl(zpl: string): {
  readonly settings: string[];
  readonly fields: ZplField[];
} {
  const commands = zpl.split(/(?=[\^~])/).map((command) => command.trimEnd());
  const settings: string[] = [];
  const fields: ZplField[] = [];
  let field = { at: "", kind: "", isHex: false };
  for (const command of commands) {
    const [code, data] = [command.slice(0, 3), command.slice(3)];
    if (code === "^FO") field = { at: data, kind: "", isHex: false };
    else if (code === "^A0" || code === "^BQ") field.kind = command;
    else if (code === "^FH") field.isHex = data === "_";
    else if (code === "^FD") {
      const bytes = data.replaceAll(/_([0-9A-F]{2})/g, (_, hex: string) =>
        String.fromCodePoint(Number.parseInt(hex, 16)),
      );
      const text = Buffer.from(field.isHex ? bytes : data, "latin1").toString("utf8");
      fields.push({ at: field.at, kind: field.kind, text });
    } else if (code !== "^FS") settings.push(command);
  }
  return { settings, fields };
}
