// Sends a hundred sign-ins a second, right, wrong and unknown: no limit may be exceeded, only 503 may be added, and another
// page must keep working.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#platform/server/db/open.ts";
import { makeAccounts, measureSignIn, password, signIn } from "./sign-in-product.ts";

const perSecond = Number(process.env["BENCH_PER_SECOND"] ?? 100);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 10);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Attempts per address, and failures per account there, before `too_many_requests`. */
const triesPerAddress = 30;
const failuresPerAccount = 5;

type SignIn = { readonly email: string; readonly password: string; readonly ipAddress: string };
type Answer = { readonly status: number; readonly milliseconds: number };

/** One kind of caller, and the expected count of each status without overload. */
type Kind = {
  readonly name: string;
  readonly signIns: readonly SignIn[];
  readonly expected: Readonly<Record<number, number>>;
};

function percentile(values: readonly number[], part: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return `${value?.toFixed(0) ?? "–"} ms`;
}

let networks = 0;

/** Addresses of a network, each used at most as often as the limit allows. */
function addressesFor(count: number): string[] {
  networks += 1;
  return Array.from(
    { length: count },
    (_, number) => `10.${networks}.0.${1 + Math.floor(number / triesPerAddress)}`,
  );
}

function signInsOf(
  emails: readonly string[],
  given: string,
  addresses = addressesFor(emails.length),
) {
  return emails.map((email, number) => ({
    email,
    password: given,
    ipAddress: addresses[number] ?? "10.0.0.1",
  }));
}

/** 3 of 10 right, 3 wrong for a few accounts (each from one address), 2 of unknown accounts, 2 of those from one address. */
async function kindsOf(database: Database, total: number): Promise<Kind[]> {
  const part = Math.floor(total / 10);
  const strangers = (count: number) =>
    Array.from({ length: count }, () => `${randomUUID()}@example.com`);
  const attacked = await makeAccounts(database, 6);
  const guesses = Array.from({ length: 3 * part }, (_, number) => attacked[number % 6] ?? "");
  const guessed = attacked.length * failuresPerAccount;
  const fromOne = strangers(2 * part);
  return [
    {
      name: "right, each once",
      signIns: signInsOf(await makeAccounts(database, 3 * part), password),
      expected: { 200: 3 * part },
    },
    {
      name: "wrong, six accounts",
      signIns: signInsOf(
        guesses,
        "wrong tide",
        guesses.map((_, number) => `10.201.0.${1 + (number % 6)}`),
      ),
      expected: { 401: guessed, 429: guesses.length - guessed },
    },
    {
      name: "unknown",
      signIns: signInsOf(strangers(2 * part), "wrong tide"),
      expected: { 401: 2 * part },
    },
    {
      name: "unknown, one address",
      signIns: signInsOf(
        fromOne,
        "wrong tide",
        fromOne.map(() => "10.200.0.1"),
      ),
      expected: { 401: triesPerAddress, 429: fromOne.length - triesPerAddress },
    },
  ];
}

async function timed(request: () => Promise<Response>): Promise<Answer> {
  const startedAt = performance.now();
  try {
    const response = await request();
    await response.arrayBuffer();
    return { status: response.status, milliseconds: performance.now() - startedAt };
  } catch {
    return { status: 0, milliseconds: performance.now() - startedAt };
  }
}

/** Requests a page and the session ten times a second until stopped. */
function checkMeanwhile(origin: string) {
  const answers: Promise<Answer>[] = [];
  const timer = setInterval(() => {
    for (const path of ["/pricing", "/api/session"]) {
      answers.push(timed(() => fetch(`${origin}${path}`)));
    }
  }, 100);
  return async () => {
    clearInterval(timer);
    return await Promise.all(answers);
  };
}

function countStatuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** @param mayBeBusy whether 503 is accepted. */
function report(
  { name, expected }: Omit<Kind, "signIns">,
  answers: readonly Answer[],
  mayBeBusy: boolean,
): boolean {
  const counts = countStatuses(answers);
  // Some requests may be rejected as busy, but none may pass a limit or a wrong password.
  const isRight = Object.entries(counts).every(
    ([status, count]) =>
      (mayBeBusy && status === "503") || count <= (expected[Number(status)] ?? 0),
  );
  const times = answers.map(({ milliseconds }) => milliseconds);
  const figures = `p50 ${percentile(times, 0.5)}, p99 ${percentile(times, 0.99)}`;
  say(`${name.padEnd(22)} ${JSON.stringify(counts).padEnd(24)} ${figures}`);
  if (!isRight) say(`${"".padEnd(22)} WRONG: at most ${JSON.stringify(expected)}`);
  return isRight;
}

async function storm(origin: string, kinds: readonly Kind[]): Promise<boolean> {
  const waiting = kinds.flatMap(({ signIns }, kind) =>
    signIns.map((given, number) => ({ given, kind, turn: (number + 0.5) / signIns.length })),
  );
  waiting.sort((one, other) => one.turn - other.turn);
  const stopChecking = checkMeanwhile(origin);
  const startedAt = performance.now();
  const running: { kind: number; answer: Promise<Answer> }[] = [];
  for (const [number, { given, kind }] of waiting.entries()) {
    const dueIn = startedAt + (number * 1000) / perSecond - performance.now();
    if (dueIn > 0) await pause(dueIn);
    running.push({ kind, answer: timed(() => signIn(origin, given)) });
  }
  say(`${waiting.length} sent in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const isRight: boolean[] = [];
  for (const [number, kind] of kinds.entries()) {
    const own = running.filter((one) => one.kind === number).map(({ answer }) => answer);
    isRight.push(report(kind, await Promise.all(own), true));
  }
  say(`all answered after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const looks = await stopChecking();
  const other = { name: "other pages meanwhile", expected: { 200: looks.length } };
  isRight.push(report(other, looks, false));
  return isRight.every(Boolean);
}

await measureSignIn(
  async (database, origin) => await storm(origin, await kindsOf(database, perSecond * seconds)),
);
