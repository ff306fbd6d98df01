import { crc32, deflateSync } from "node:zlib";

const pictureCount = 12;
const drawn = new Map<number, File>();

/** One of a few pictures of parcels, since drawing takes longer than anything else. */
export function demoPicture(seed: number): File {
  const index = seed % pictureCount;
  const known =
    drawn.get(index) ?? new File([drawParcel(index)], "parcel.png", { type: "image/png" });
  drawn.set(index, known);
  return known;
}

const width = 640;
const height = 480;

type Colour = readonly [red: number, green: number, blue: number];

/** A parcel on a table, its colours and tape varied by `seed`. */
function drawParcel(seed: number): Uint8Array<ArrayBuffer> {
  const hue = (seed * 37) % 60;
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = colourAt(x, y, seed, hue);
      rows.set(colour, y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Uint8Array.from(Buffer.concat(chunks));
}

function colourAt(x: number, y: number, seed: number, hue: number): Colour {
  const left = 130 + (seed % 5) * 10;
  const top = 120 + (seed % 7) * 6;
  const isBox = x > left && x < width - left && y > top && y < 400;
  if (!isBox) return y > 360 ? [150 + y / 20, 132, 118] : [214, 219 - y / 12, 222 - y / 12];
  const shade = (x - left) / 14 + (y - top) / 22;
  const isTape = Math.abs(x - width / 2) < 22 || Math.abs(y - (top + 70)) < 3;
  const isLabel = x > width / 2 + 40 && x < width - left - 25 && y > 270 && y < 350;
  if (isLabel) return (x + y * 3) % 11 < 3 && x % 9 > 2 ? [40, 44, 52] : [246, 246, 242];
  if (isTape) return [222 - shade, 196 - shade, 150 - shade];
  return [188 - shade + hue / 4, 142 - shade + hue / 3, 92 - shade + hue / 2];
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
