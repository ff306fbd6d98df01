import { expect, test, vi } from "vitest";
import type { ScaleReading } from "./scale-reading.ts";
import { openSerialScale, type SerialPort } from "./serial-scale.ts";

/** What a scale that sends these lines, each so many milliseconds after the one before, is read as. */
async function readingsOf(lines: readonly (readonly [line: string, pause: number])[]) {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  const stream = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const port = Object.assign(new EventTarget(), {
    readable: stream.readable,
    open: async () => undefined,
    close: async () => undefined,
  }) satisfies SerialPort;
  const read: (ScaleReading | null | string)[] = [];
  const stopping = new AbortController();
  const { ended } = await openSerialScale(port, {
    baudRate: 9600,
    onReading: (reading, line) => read.push(reading ?? line),
    signal: stopping.signal,
  });
  const writer = stream.writable.getWriter();
  for (const [line, pause] of lines) {
    now += pause;
    await writer.write(new TextEncoder().encode(`${line}\r\n`));
  }
  await writer.close();
  await ended;
  clock.mockRestore();
  return read.map((one) =>
    typeof one === "object" && one?.kind === "stable" ? one.weightGrams : one,
  );
}

const moving = { kind: "unstable" };

test("a scale that says whether it rests is believed", async () => {
  expect(
    await readingsOf([
      ["S S 1.250 kg", 10],
      ["S D 1.180 kg", 100],
      ["S S 1.300 kg", 100],
    ]),
  ).toEqual([1250, moving, 1300]);
});

test("of one that does not, a weight is stable that came twice running", async () => {
  const lines = ["50kg", "wn01.250kg", "wn01.250kg", "wn01.300kg", "wn01.300kg", "wn01.300kg"];
  expect(await readingsOf(lines.map((line) => [line, 100] as const))).toEqual([
    moving,
    moving,
    1250,
    moving,
    1300,
    1300,
  ]);
});

test("or that came alone, at the press of a key", async () => {
  expect(
    await readingsOf([
      ["1.250 kg", 5_000],
      ["2.500 kg", 20_000],
    ]),
  ).toEqual([1250, 2500]);
});

test("what is no weight is passed on as it came", async () => {
  expect(await readingsOf([["HELLO", 10]])).toEqual(["HELLO"]);
});
