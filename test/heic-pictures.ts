// Builds HEIC photographs of any size by repeating one tile, since no library here can encode HEIC.
import { readFileSync } from "node:fs";

/** 512 by 512 pixels of coloured noise from an external encoder; slow to decode for its size. */
const tileFile = new URL("./pictures/noise-512.heic", import.meta.url);
const tileSide = 512;

const u8 = (...values: number[]) => Buffer.from(values);

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [place, value] of values.entries()) bytes.writeUInt16BE(value, place * 2);
  return bytes;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, place * 4);
  return bytes;
}

function box(name: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([u32(content.length + 8), Buffer.from(name, "latin1"), content]);
}

/** A box with a version and no flags. */
const versioned = (name: string, version: number, ...contents: readonly Buffer[]) =>
  box(name, u32(version * 2 ** 24), ...contents);

/** The first box of that name, at any depth. */
function boxOf(bytes: Buffer, name: string): Buffer {
  const start = bytes.indexOf(name, 0, "latin1") - 4;
  return bytes.subarray(start, start + bytes.readUInt32BE(start));
}

const text = (value: string) => Buffer.from(value, "latin1");

const hidden = 1;

const itemInfo = (id: number, type: string, flags = 0) =>
  box("infe", u32(2 * 2 ** 24 + flags), u16(id, 0), text(type), u8(0));

const times = <Part>(count: number, part: (place: number) => Part): Part[] =>
  Array.from({ length: count }, (_, place) => part(place));

/** A photograph of `width` by `height` pixels; decoders decode each tile separately, although all have the same bytes. */
export function heicOfTiles(width: number, height: number): Buffer<ArrayBuffer> {
  const tile = readFileSync(tileFile);
  const data = boxOf(tile, "mdat").subarray(8);
  const [columns, rows] = [Math.ceil(width / tileSide), Math.ceil(height / tileSide)];
  const count = columns * rows;
  const grid = count + 1;
  const metaFrom = (dataAt: number) =>
    versioned(
      "meta",
      0,
      versioned("hdlr", 0, u32(0), text("pict"), u32(0, 0, 0), u8(0)),
      versioned("pitm", 0, u16(grid)),
      versioned(
        "iloc",
        1,
        u8(0x44, 0x40),
        u16(count + 1),
        ...times(count, (place) =>
          Buffer.concat([u16(place + 1, 0, 0), u32(dataAt), u16(1), u32(0, data.length)]),
        ),
        // The grid is in the idat box below.
        Buffer.concat([u16(grid, 1, 0), u32(0), u16(1), u32(0, 8)]),
      ),
      versioned(
        "iinf",
        0,
        u16(count + 1),
        ...times(count, (place) => itemInfo(place + 1, "hvc1", hidden)),
        itemInfo(grid, "grid"),
      ),
      box(
        "iprp",
        box(
          "ipco",
          boxOf(tile, "hvcC"),
          versioned("ispe", 0, u32(tileSide, tileSide)),
          versioned("ispe", 0, u32(width, height)),
        ),
        versioned(
          "ipma",
          0,
          u32(count + 1),
          ...times(count, (place) => Buffer.concat([u16(place + 1), u8(2, 0x81, 2)])),
          Buffer.concat([u16(grid), u8(1, 3)]),
        ),
      ),
      versioned("iref", 0, box("dimg", u16(grid, count, ...times(count, (place) => place + 1)))),
      box("idat", u8(0, 0, rows - 1, columns - 1), u16(width, height)),
    );
  const start = box("ftyp", text("heic"), u32(0), text("mif1heic"));
  const meta = metaFrom(0);
  return Buffer.concat([start, metaFrom(start.length + meta.length + 8), box("mdat", data)]);
}
