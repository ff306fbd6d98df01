// Shows that every rule the gate relies on still bites, on a small house built wrong on purpose.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type Complaint = { readonly filename: string; readonly code: string };

const repository = join(import.meta.dirname, "..", "..");

/** Files that keep every rule; what the wrong ones lean on. */
const sound: Record<string, string> = {
  "src/core/money.ts": "export const amountCents = 1;",
  "src/contract/wallet.ts":
    'import * as z from "zod"; import { amountCents } from "#core/money.ts"; export const wallet = z.literal(amountCents);',
  "src/server/wallet/ledger-queries.ts":
    'import { sql } from "kysely"; export const balance = sql`select 1`; export const answer = 42;',
  "src/server/wallet/read-wallet.ts":
    'import { balance } from "./wallet-queries.ts"; export const readWallet = balance;',
  "src/server/db/open.ts": 'import pg from "pg"; export const pool = new pg.Pool();',
  "src/server/adapters/payment/payment.ts":
    'import Stripe from "stripe"; export const stripe = new Stripe("sk_test_1");',
  "src/server/adapters/mail/mail.ts":
    'import { createTransport } from "nodemailer"; export const transport = createTransport({});',
  "src/server/main.ts":
    'import { mailbox } from "#sandbox/mailbox/mailbox.ts"; export const main = mailbox;',
  "sandbox/mailbox/mailbox.ts": "export const mailbox = 1;",
  "sandbox/stripe/sandbox-state.ts": "export const state = 1;",
  "src/testing/users.ts":
    'import { readWallet } from "#server/wallet/read-wallet.ts"; export const person = readWallet;',
  "src/server/wallet/read-wallet.test.ts":
    'import { expect, test } from "vitest"; import { person } from "#testing/users.ts"; test("it is read", () => { expect(person).toBe(1); });',
  "src/web/ui/figure.tsx":
    'import { amountCents } from "#core/money.ts"; export const Figure = () => <p>{amountCents}</p>;',
  "src/web/ui/drawn-plugin.ts":
    'import { readFileSync } from "node:fs"; export const drawn = () => readFileSync("x");',
  "src/web/wallet/wallet-page.tsx":
    'import { Figure } from "#web/ui/figure.tsx"; export default function WalletPage() { return <Figure />; }',
};

const lines = (count: number) => "\n".repeat(count);

/** Each wrong file: where it lies, what it says, and the rule that must object. */
const wrong: readonly (readonly [breach: string, file: string, text: string, rule: string])[] = [
  ["core reaches the server", "src/core/a.ts", 'export * from "#server/main.ts";', "boundaries"],
  ["core uses a package", "src/core/b.ts", 'export * from "zod";', "boundaries"],
  ["core uses Node", "src/core/c.ts", 'export * from "node:fs";', "boundaries"],
  [
    "core reaches the contract",
    "src/core/d.ts",
    'export * from "#contract/wallet.ts";',
    "boundaries",
  ],
  [
    "the contract reaches the server",
    "src/contract/a.ts",
    'export * from "#server/main.ts";',
    "boundaries",
  ],
  ["the contract uses hono", "src/contract/b.ts", 'export * from "hono";', "boundaries"],
  ["web reaches the server", "src/web/a.ts", 'export * from "#server/main.ts";', "boundaries"],
  [
    "web reaches a type of the server",
    "src/web/b.ts",
    'import type { main } from "#server/main.ts"; export type Main = typeof main;',
    "boundaries",
  ],
  ["web uses Node", "src/web/c.ts", 'export * from "node:fs";', "boundaries"],
  [
    "web reaches the sandbox",
    "src/web/d.ts",
    'export * from "#sandbox/mailbox/mailbox.ts";',
    "boundaries",
  ],
  [
    "the server reaches web",
    "src/server/a.ts",
    'export * from "#web/ui/figure.tsx";',
    "boundaries",
  ],
  [
    "the server reaches test code",
    "src/server/b.ts",
    'export * from "#testing/users.ts";',
    "boundaries",
  ],
  [
    "the sandbox knows the product",
    "sandbox/mailbox/a.ts",
    'export * from "#core/money.ts";',
    "boundaries",
  ],
  [
    "one stand-in knows another",
    "sandbox/mailbox/b.ts",
    'export * from "#sandbox/stripe/sandbox-state.ts";',
    "boundaries",
  ],
  [
    "queries are used from another folder",
    "src/server/plans/a.ts",
    'export * from "#server/wallet/ledger-queries.ts";',
    "boundaries",
  ],
  [
    "queries are used from the root of the server",
    "src/server/c.ts",
    'export * from "#server/wallet/ledger-queries.ts";',
    "boundaries",
  ],
  [
    "SQL outside of queries",
    "src/server/plans/b.ts",
    'import { sql } from "kysely"; export const one = sql`select 1`;',
    "boundaries",
  ],
  [
    "the payment package away from home",
    "src/server/plans/c.ts",
    'import Stripe from "stripe"; export const stripe = new Stripe("x");',
    "boundaries",
  ],
  [
    "the payment package in the mail folder",
    "src/server/adapters/mail/a.ts",
    'import Stripe from "stripe"; export const stripe = new Stripe("x");',
    "boundaries",
  ],
  [
    "the storage package away from home",
    "src/server/packages/a.ts",
    'import { Disk } from "flydrive"; export const disk = Disk;',
    "boundaries",
  ],
  [
    "the image package away from home",
    "src/server/packages/b.ts",
    'import sharp from "sharp"; export const image = sharp();',
    "boundaries",
  ],
  [
    "the mail package away from home",
    "src/server/auth/a.ts",
    'import { createTransport } from "nodemailer"; export const transport = createTransport({});',
    "boundaries",
  ],
  [
    "the database driver away from home",
    "src/server/auth/account-queries.ts",
    'import pg from "pg"; export const pool = new pg.Pool();',
    "boundaries",
  ],
  ["an import upwards", "src/web/ui/b.ts", 'export * from "../a.ts";', "no-restricted-imports"],
  [
    "a circle of imports",
    "src/core/circle-a.ts",
    'import { b } from "#core/circle-b.ts"; export const a = () => b;',
    "no-cycle",
  ],
  [
    "the other half of the circle",
    "src/core/circle-b.ts",
    'import { a } from "#core/circle-a.ts"; export const b = () => a;',
    "no-cycle",
  ],
  ["any", "src/core/e.ts", "export const f = (x: any) => String(x);", "no-explicit-any"],
  ["a default export", "src/core/f.ts", "export default 1;", "no-default-export"],
  [
    "a forgotten promise",
    "src/server/d.ts",
    'import { readFile } from "node:fs/promises"; export function go() { readFile("x"); }',
    "no-floating-promises",
  ],
  [
    "a forgotten promise of our own, found through an import",
    "src/server/e.ts",
    'import { pool } from "#server/db/open.ts"; export function go() { pool.end(); }',
    "no-floating-promises",
  ],
  [
    "a switch that forgets a case",
    "src/core/g.ts",
    'export function f(x: "a" | "b") { switch (x) { case "a": return 1; } return 0; }',
    "switch-exhaustiveness-check",
  ],
  [
    "something thrown that is no error",
    "src/core/h.ts",
    "export function f() { throw 'x'; }",
    "only-throw-error",
  ],
  ["a long file", "src/core/i.ts", `export const i = 1;${lines(302)}`, "(max-lines)"],
  [
    "a long function",
    "src/core/j.ts",
    `export function j() {${lines(71)}return 1; }`,
    "max-lines-per-function",
  ],
  [
    "a long screen",
    "src/web/ui/k.tsx",
    `export function K() {${lines(101)}return <p>k</p>; }`,
    "max-lines-per-function",
  ],
  ["an unused variable", "src/core/k.ts", "const spare = 1; export const k = 2;", "no-unused-vars"],
  [
    "a test that asserts nothing",
    "src/core/l.test.ts",
    'import { test } from "vitest"; test("nothing", () => {});',
    "expect-expect",
  ],
];

let base: string;
let complaints: readonly Complaint[];

async function build(files: readonly (readonly [string, string])[]): Promise<void> {
  for (const [file, text] of files) {
    await mkdir(dirname(join(base, file)), { recursive: true });
    await writeFile(join(base, file), text.endsWith("\n") ? text : `${text}\n`);
  }
}

function lint(): Promise<readonly Complaint[]> {
  return new Promise((resolve, reject) => {
    execFile(
      join(repository, "node_modules/.bin/oxlint"),
      ["--format=json", "src", "sandbox"],
      { cwd: base, maxBuffer: 50_000_000 },
      (error, stdout) => {
        const report = /\{[^]*\}/.exec(stdout)?.[0];
        if (report === undefined) {
          reject(new Error(`The linter printed no report: ${stdout} ${error?.message ?? ""}`));
          return;
        }
        resolve((JSON.parse(report) as { diagnostics: Complaint[] }).diagnostics);
      },
    );
  });
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "lint-"));
  const settings = ["base", "core", "server", "web"].map((part) => `tsconfig.${part}.json`);
  const rules = [".oxlintrc.json", "package.json", "scripts/lint/resolve-import.cjs"];
  for (const file of [...rules, "tsconfig.json", ...settings]) {
    await cp(join(repository, file), join(base, file), { recursive: true });
  }
  await symlink(join(repository, "node_modules"), join(base, "node_modules"));
  await build([...Object.entries(sound), ...wrong.map(([, file, text]) => [file, text] as const)]);
  complaints = await lint();
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

describe("the import and code rules", () => {
  test.each(Object.keys(sound))("let %s be", (file) => {
    expect(complaints.filter((complaint) => complaint.filename === file)).toEqual([]);
  });

  test.each(wrong)("object to %s", (_breach, file, _text, rule) => {
    const codes = complaints
      .filter((complaint) => complaint.filename === file)
      .map((complaint) => complaint.code);
    expect(codes).toContainEqual(expect.stringContaining(rule));
  });
});
