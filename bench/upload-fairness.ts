// Measures another customer's uploads, calls and sign-ins while one customer uploads twelve of the heaviest pictures.
// The other customer's slowest upload must stay below 2 seconds.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { createHashPassword } from "#people/server/auth/password.ts";
import { heaviestPictures, phonePicture, type Picture } from "./heavy-images.ts";
import { serverProcess } from "#test/crashes/server-process.ts";
import { registerPackage, residentMegabytes, watchMemory } from "./faults/server-figures.ts";

const heavyUploads = 12;
const picturesOfPackage = 10;
const allowedMilliseconds = 2_000;
const password = "a long test password";
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const print = (line: string) => process.stdout.write(`${line}\n`);

type Figures = { readonly median: number; readonly slowest: number; readonly count: number };

function figuresOf(values: readonly number[]): Figures {
  const sorted = values.toSorted((one, other) => one - other);
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    slowest: sorted.at(-1) ?? Number.NaN,
    count: sorted.length,
  };
}

async function makeCustomer(database: Database): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into users (name, email, email_verified, password_hash) values ('Bench', $1, true, $2) returning id",
    [email, await createHashPassword()(password)],
  );
  const id = rows[0]?.id;
  await database.pool.query(
    "update profiles set subscription = 'Premium', package_quota = 1000, max_weight_grams = 30000 where id = $1",
    [id],
  );
  return email;
}

async function signIn(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ email, password }),
  });
  const body = await response.text();
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (!response.ok || cookie === undefined) throw new Error(`${response.status} ${body}`);
  return cookie;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const server = await serverProcess(null);
try {
  await server.start();
  const { address } = server;
  const database = openDatabase({ url: await server.databaseUrl(), log: silent });
  const [heavyEmail, otherEmail] = [await makeCustomer(database), await makeCustomer(database)];
  await database.close();
  const [heavy, other] = [await signIn(address, heavyEmail), await signIn(address, otherEmail)];
  const send = async (cookie: string, packageId: string, { bytes, name, type }: Picture) => {
    const body = new FormData();
    body.set("file", new File([bytes], name, { type }));
    return await fetch(`${address}/api/packages/${packageId}/images`, {
      method: "POST",
      headers: { origin: address, cookie },
      body,
    });
  };
  /** Uploads as the screen does, which retries after the time in Retry-After. */
  const upload = async (cookie: string, packageId: string, picture: Picture) => {
    for (let attempts = 1; ; attempts += 1) {
      const response = await send(cookie, packageId, picture).catch(() => null);
      if (response === null) return "the connection was closed";
      const body = await response.text();
      if (response.ok) return attempts === 1 ? "stored" : `stored at attempt ${attempts}`;
      const seconds = Number(response.headers.get("retry-after"));
      if (response.status !== 503 || seconds === 0) return `${response.status} ${body}`;
      await pause(seconds * 1000);
    }
  };

  const phone = await phonePicture();
  let uploads = 0;
  let packageId = "";
  /** Uploads a picture of the other customer, with a new package for every ten; one a second stays below 200 an hour. */
  const otherPicture = async () => {
    if (uploads % picturesOfPackage === 0) packageId = await registerPackage(address, other);
    uploads += 1;
    return await timed(async () => {
      const result = await upload(other, packageId, phone);
      if (!result.startsWith("stored")) throw new Error(`The other customer's picture: ${result}`);
    });
  };
  const plainCall = () =>
    timed(async () => {
      const response = await fetch(`${address}/api/packages`, { headers: { cookie: other } });
      if (!response.ok) throw new Error(`${response.status}`);
      await response.arrayBuffer();
    });
  const signInAgain = () => timed(() => signIn(address, otherEmail));

  const repeat = async (
    isOver: () => boolean,
    work: () => Promise<number>,
    milliseconds: number,
  ) => {
    const taken: number[] = [];
    while (!isOver()) {
      taken.push(await work());
      await pause(milliseconds);
    }
    return figuresOf(taken);
  };
  const measure = async (isOver: () => boolean) => {
    const [picture, call, signInTime] = await Promise.all([
      repeat(isOver, otherPicture, 1_000),
      repeat(isOver, plainCall, 25),
      repeat(isOver, signInAgain, 6_000),
    ]);
    return { picture, call, signIn: signInTime };
  };

  const heavyPictures = await heaviestPictures();
  print(
    `${heavyUploads} pictures at once of one customer: ${heavyPictures
      .map(({ name, bytes }) => `${name} ${(bytes.byteLength / 1024 / 1024).toFixed(1)} MB`)
      .join(", ")}; 40 megapixels each`,
  );
  await otherPicture();
  const measuresUntil = performance.now() + 8_000;
  const alone = await measure(() => performance.now() > measuresUntil);

  const packages = [await registerPackage(address, heavy), await registerPackage(address, heavy)];
  let isOver = false;
  const processId = server.processId();
  const before = residentMegabytes(processId);
  const stopWatching = watchMemory(processId);
  const startedAt = performance.now();
  const uploading = Promise.all(
    Array.from({ length: heavyUploads }, async (_, place) => {
      const picture = heavyPictures[place % heavyPictures.length];
      const target = packages[place % packages.length];
      if (picture === undefined || target === undefined) throw new Error("No picture.");
      const result = await upload(heavy, target, picture);
      return { name: picture.name, result, seconds: (performance.now() - startedAt) / 1000 };
    }),
  ).finally(() => {
    isOver = true;
  });
  await pause(200);
  const during = await measure(() => isOver);
  const results = await uploading;
  const most = stopWatching();

  for (const { name, result, seconds } of results) {
    print(`  ${name}: ${result.slice(0, 120)} after ${seconds.toFixed(1)} s`);
  }
  const row = (name: string, one: Figures, two: Figures) => {
    const text = ({ median, slowest, count }: Figures) =>
      `${median.toFixed(0)} ms median, ${slowest.toFixed(0)} ms slowest of ${count}`;
    print(
      `${name}: alone ${text(one)}; meanwhile ${text(two)}; ratio of medians ${(two.median / one.median).toFixed(2)}`,
    );
  };
  row("another's picture (12 megapixels)", alone.picture, during.picture);
  row("a plain call", alone.call, during.call);
  row("a sign-in", alone.signIn, during.signIn);
  print(
    `memory of the server and its image processes: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
  );
  process.exitCode = during.picture.slowest < allowedMilliseconds ? 0 : 1;
} finally {
  await server.remove();
}
