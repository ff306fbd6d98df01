// Measures uploads of pictures: `node bench/uploads.ts [PART]`.
//
// `memory`: ten of 10 MB, one after the other and at once: the server and the processes that draw them grow by less than 150 MB.
// `fairness`: another customer's picture, calls and sign-ins while one customer uploads twelve of the heaviest pictures: the
// slowest picture must stay below 2 s.
// `broken`: uploads that end at 1, 50 and 99 %, and 500 clients that upload slowly: memory, descriptors and files must not grow.
import { randomFillSync, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { request as httpRequest, type ClientRequest } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp, { type Sharp } from "sharp";
import { openDatabase } from "#platform/server/db/open.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { customerPassword, visitAsCustomer } from "#test/crashes/visitor.ts";
import { heicOfTiles } from "#test/heic-pictures.ts";
import {
  ask,
  conclude,
  cookieOfStaff,
  median,
  openDescriptors,
  registerPackage,
  residentMegabytes,
  runParts,
  say,
  silent,
  spread,
  until,
  watchMemory,
} from "./parts/measuring.ts";

const megabyte = 1024 * 1024;
const mostBytes = 10 * megabyte;

async function onServer(measure: (server: ServerProcess) => Promise<string[]>): Promise<void> {
  const server = await serverProcess(null);
  try {
    await server.start();
    conclude(await measure(server));
  } finally {
    await server.remove();
  }
}

type Picture = {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Coloured noise in spots: the smaller they are, the more there is to write. */
async function noise(
  [width, height]: readonly [number, number],
  { spot, kernel }: { readonly spot: number; readonly kernel: "nearest" | "cubic" },
) {
  const [columns, rows] = [Math.ceil(width / spot), Math.ceil(height / spot)];
  const spots = randomFillSync(Buffer.alloc(columns * rows * 3));
  const drawn = await sharp(spots, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel })
    .raw()
    .toBuffer();
  return sharp(drawn, { raw: { width, height, channels: 3 } });
}

async function bytesOf(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await picture.toBuffer();
  if (bytes.byteLength > mostBytes) throw new Error(`A picture came to ${bytes.byteLength} bytes.`);
  return new Uint8Array(bytes);
}

const sides = [7680, 5208] as const;

/** The heaviest that are taken, nearly 40 megapixels and at most 10 MB, of each format that takes long: HEIC is decoded in WebAssembly, WebP is slow to write, PNG large. */
async function heaviestPictures(): Promise<readonly Picture[]> {
  const webp = (await noise(sides, { spot: 8, kernel: "cubic" })).webp({ quality: 80, effort: 1 });
  const png = (await noise(sides, { spot: 6, kernel: "nearest" })).png();
  return [
    { name: "photo.heic", type: "image/heic", bytes: heicOfTiles(...sides) },
    { name: "photo.webp", type: "image/webp", bytes: await bytesOf(webp) },
    { name: "photo.png", type: "image/png", bytes: await bytesOf(png) },
  ];
}

/** As a phone takes it: 12 megapixels, JPEG. */
async function phonePicture(): Promise<Picture> {
  const jpeg = (await noise([4032, 3024], { spot: 8, kernel: "cubic" })).jpeg({ quality: 75 });
  return { name: "phone.jpg", type: "image/jpeg", bytes: await bytesOf(jpeg) };
}

/** Of nearly 10 MB: 24 megapixels, JPEG. */
async function largePicture(): Promise<Picture> {
  const jpeg = (await noise([6000, 4000], { spot: 4, kernel: "cubic" })).jpeg({ quality: 85 });
  return { name: "photo.jpg", type: "image/jpeg", bytes: await bytesOf(jpeg) };
}

type Target = { readonly address: string; readonly cookie: string; readonly packageId: string };

async function send(target: Target, { bytes, name, type }: Picture, idempotencyKey: string) {
  const { address, cookie, packageId } = target;
  const body = new FormData();
  body.set("idempotencyKey", idempotencyKey);
  body.set("file", new File([bytes], name, { type }));
  return await fetch(`${address}/api/packages/${packageId}/images`, {
    method: "POST",
    headers: { origin: address, cookie },
    body,
  });
}

/** Uploads as the screen does, which retries after the time in Retry-After. */
async function upload(target: Target, picture: Picture): Promise<void> {
  const idempotencyKey = randomUUID();
  for (;;) {
    const response = await send(target, picture, idempotencyKey);
    const text = await response.text();
    if (response.ok) return;
    const seconds = Number(response.headers.get("retry-after"));
    if (response.status !== 503 || seconds === 0) throw new Error(`${response.status} ${text}`);
    await pause(seconds * 1000);
  }
}

const allowedMegabytes = 150;

async function measureMemory(server: ServerProcess): Promise<string[]> {
  const { address } = server;
  const processId = server.processId();
  const cookie = await cookieOfStaff(address);
  const target = async () => ({
    address,
    cookie,
    packageId: await registerPackage(address, cookie),
  });
  const large = await largePicture();
  // Loads the image library first, since that is no growth.
  await upload(await target(), await phonePicture());
  const wrong: string[] = [];
  for (const mode of ["one after the other", "all at once"] as const) {
    await pause(2_000);
    const toPackage = await target();
    const before = residentMegabytes(processId);
    const stop = watchMemory(processId);
    const startedAt = performance.now();
    const ten = Array.from({ length: 10 });
    if (mode === "all at once") await Promise.all(ten.map(() => upload(toPackage, large)));
    else for (const _ of ten) await upload(toPackage, large);
    const growth = stop() - before;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const size = (large.bytes.byteLength / megabyte).toFixed(1);
    say(
      `ten of ${size} MB ${mode}: ${seconds} s, ${before.toFixed(0)} MB, ${growth.toFixed(0)} MB more`,
    );
    if (growth >= allowedMegabytes)
      wrong.push(`${mode}: the memory grew by ${growth.toFixed(0)} MB`);
  }
  return wrong;
}

const heavyUploads = Number(process.env["BENCH_UPLOADS"] ?? 12);
const picturesOfPackage = 10;
const allowedMilliseconds = 2_000;

async function signIn(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ email, password: customerPassword }),
  });
  const body = await response.text();
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (!response.ok || cookie === undefined) throw new Error(`${response.status} ${body}`);
  return cookie;
}

/** Milliseconds of each piece of work, with a pause between them, until it is over. */
async function repeat(
  isOver: () => boolean,
  pauseMilliseconds: number,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = [];
  while (!isOver()) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
    await pause(pauseMilliseconds);
  }
  return taken;
}

/** What the other customer does; one picture a second stays below the limit of an hour. */
async function actAsOther(
  address: string,
  { email, cookie }: { readonly email: string; readonly cookie: string },
  isOver: () => boolean,
): Promise<Readonly<Record<string, number[]>>> {
  const phone = await phonePicture();
  let packageId = "";
  let uploads = 0;
  const [pictures, calls, signIns] = await Promise.all([
    repeat(isOver, 1_000, async () => {
      if (uploads % picturesOfPackage === 0) packageId = await registerPackage(address, cookie);
      uploads += 1;
      await upload({ address, cookie, packageId }, phone);
    }),
    repeat(isOver, 25, async () => {
      const { status } = await ask(`${address}/api/packages`, { headers: { cookie } });
      if (status !== 200) throw new Error(`A call was answered ${status}.`);
    }),
    repeat(isOver, 6_000, () => signIn(address, email)),
  ]);
  return { "a picture of 12 megapixels": pictures, "a plain call": calls, "a sign-in": signIns };
}

async function measureFairness(server: ServerProcess): Promise<string[]> {
  const { address } = server;
  const [heavyVisitor, otherVisitor] = [
    await visitAsCustomer(address, 1),
    await visitAsCustomer(address, 2),
  ];
  const database = openDatabase({ url: await server.databaseUrl(), log: silent, poolSize: 1 });
  await database.pool.query(
    "update profiles set subscription = 'Premium', package_quota = 1000, max_weight_grams = 30000 where email = any($1)",
    [[heavyVisitor.email, otherVisitor.email]],
  );
  await database.close();
  const heavy = await signIn(address, heavyVisitor.email);
  const { email } = otherVisitor;
  const other = { email, cookie: await signIn(address, email) };
  const pictures = await heaviestPictures();
  const measuresUntil = performance.now() + 8_000;
  const alone = await actAsOther(address, other, () => performance.now() > measuresUntil);
  const packages = [await registerPackage(address, heavy), await registerPackage(address, heavy)];
  let isOver = false;
  const stopWatching = watchMemory(server.processId());
  const startedAt = performance.now();
  const uploading = Promise.all(
    Array.from({ length: heavyUploads }, async (_, place) => {
      const picture = pictures[place % pictures.length];
      const packageId = packages[place % packages.length];
      if (picture === undefined || packageId === undefined) throw new Error("No picture.");
      await upload({ address, cookie: heavy, packageId }, picture);
    }),
  ).finally(() => {
    isOver = true;
  });
  const during = await actAsOther(address, other, () => isOver);
  await uploading;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(
    `${heavyUploads} of the heaviest pictures in ${seconds} s, ${stopWatching().toFixed(0)} MB at most`,
  );
  for (const [name, times] of Object.entries(alone)) {
    const meanwhile = during[name] ?? [];
    const ratio = (median(meanwhile) / median(times)).toFixed(2);
    say(`${name}: alone ${spread(times)}; meanwhile ${spread(meanwhile)}; ${ratio} times`);
  }
  const slowest = Math.max(...(during["a picture of 12 megapixels"] ?? []));
  return slowest < allowedMilliseconds ? [] : [`A picture took ${slowest.toFixed(0)} ms`];
}

const abortsEach = 20;
const slowClients = Number(process.env["BENCH_CLIENTS"] ?? 500);
const slowSeconds = 15;
const allowedGrowthMegabytes = 50;

type Broken = { readonly server: ServerProcess; readonly cookie: string; readonly path: string };

function begin({ server, cookie, path }: Broken): ClientRequest {
  const client = httpRequest(`${server.address}${path}`, {
    method: "POST",
    agent: false,
    headers: {
      origin: server.address,
      cookie,
      "content-type": "multipart/form-data; boundary=pier",
      "content-length": mostBytes,
    },
  });
  client.on("error", () => undefined);
  client.on("response", (response) => response.resume());
  client.write('--pier\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
  return client;
}

async function sendPart(client: ClientRequest, bytes: number): Promise<void> {
  for (let left = bytes; left > 0 && !client.destroyed; left -= 65_536) {
    const piece = Buffer.alloc(Math.min(left, 65_536), 0xff);
    await new Promise<void>((resolve) => {
      // What was written before there was a connection is never heard of again when there comes none.
      client.once("close", resolve);
      client.write(piece, () => {
        client.off("close", resolve);
        resolve();
      });
    });
  }
}

/** An upload that ends in the middle, as when a phone loses its network. */
async function abortAt(upload: Broken, share: number): Promise<void> {
  const client = begin(upload);
  await sendPart(client, Math.floor(mostBytes * share) - 200);
  await pause(20);
  client.destroy();
}

/** One that sends a part, and then a byte a second, until all are cut. */
async function dawdle(upload: Broken, endsAt: number): Promise<void> {
  const client = begin(upload);
  // Those whose answer has come are not read on, and would wait for it for ever.
  const cut = setTimeout(() => client.destroy(), endsAt - performance.now());
  await sendPart(client, 2 * megabyte);
  while (performance.now() < endsAt && !client.destroyed) {
    await pause(1_000);
    if (!client.destroyed) client.write("x");
  }
  clearTimeout(cut);
  client.destroy();
}

function storedFiles(folder: string): number {
  const root = join(folder, "files", "stored");
  return existsSync(root) ? readdirSync(root, { recursive: true }).length : 0;
}

type Figures = { readonly memory: number; readonly open: number };

function figuresOf(processId: number): Figures {
  return { memory: residentMegabytes(processId), open: openDescriptors(processId) };
}

/** A few connections to the database come and go with the load, and are kept. */
function isBack(before: Figures, after: Figures): boolean {
  const growth = after.memory - before.memory;
  return growth < allowedGrowthMegabytes && after.open <= before.open + 10;
}

/** Does `work` and prints what it left behind; returns whether that is nothing. */
async function leavesNothing(
  name: string,
  server: ServerProcess,
  work: () => Promise<void>,
): Promise<boolean> {
  const processId = server.processId();
  const before = figuresOf(processId);
  const stop = watchMemory(processId);
  await work();
  const most = stop();
  await until("recovery", async () => isBack(before, figuresOf(processId))).catch(() => undefined);
  const after = figuresOf(processId);
  const growth = after.memory - before.memory;
  const files = storedFiles(server.dataFolder);
  say(
    `${name}: memory ${before.memory.toFixed(0)} MB, at most ${most.toFixed(0)}, then ` +
      `${after.memory.toFixed(0)} (${growth.toFixed(0)} more); descriptors ${before.open}, then ` +
      `${after.open}; files left ${files}`,
  );
  return isBack(before, after) && files === 0;
}

async function measureBroken(server: ServerProcess): Promise<string[]> {
  const cookie = await cookieOfStaff(server.address);
  const packageId = await registerPackage(server.address, cookie);
  const upload = { server, cookie, path: `/api/packages/${packageId}/images` };
  const abort = (share: number) =>
    Promise.all(Array.from({ length: abortsEach }, () => abortAt(upload, share)));
  // What is loaded with the first upload is no growth.
  await abort(0.5);
  await pause(3_000);
  const wrong: string[] = [];
  for (const share of [0.01, 0.5, 0.99]) {
    const name = `${abortsEach} uploads broken off at ${share * 100} %`;
    if (!(await leavesNothing(name, server, async () => void (await abort(share)))))
      wrong.push(name);
  }
  const name = `${slowClients} slow clients`;
  const isClean = await leavesNothing(name, server, async () => {
    const endsAt = performance.now() + slowSeconds * 1000;
    const all = Array.from({ length: slowClients }, () => dawdle(upload, endsAt));
    await pause((slowSeconds * 1000) / 2);
    const requestedAt = performance.now();
    const { status } = await ask(`${server.address}/readyz`);
    say(`meanwhile /readyz: ${status} in ${(performance.now() - requestedAt).toFixed(0)} ms`);
    await Promise.all(all);
  });
  return isClean ? wrong : [...wrong, name];
}

await runParts({
  memory: () => onServer(measureMemory),
  fairness: () => onServer(measureFairness),
  broken: () => onServer(measureBroken),
});
