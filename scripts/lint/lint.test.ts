// Runs the linter on small files that break each rule on purpose.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type Diagnostic = { readonly filename: string; readonly code: string };

const repository = join(import.meta.dirname, "..", "..");

/** Files that follow every rule; the wrong files import them. */
const valid: Record<string, string> = {
  "src/core/money.ts": "export const amountCents = 1;",
  "src/contract/operations.ts":
    'export const meta = (procedure: { "~orpc": { meta: string } }) => procedure["~orpc"].meta;',
  "src/contract/wallet.ts":
    'import * as z from "zod"; import { amountCents } from "#core/money.ts"; export const wallet = z.literal(amountCents);',
  "src/server/wallet/ledger-queries.ts":
    'import { sql } from "kysely"; export const balance = sql`select 1`; export const answer = 42;',
  "src/server/wallet/read-wallet.ts":
    'import { balance } from "./ledger-queries.ts"; export const readWallet = balance;',
  "src/server/db/open.ts": 'import pg from "pg"; export const pool = new pg.Pool();',
  "src/server/adapters/payment/payment.ts":
    'import Stripe from "stripe"; export const stripe = new Stripe("sk_test_1");',
  "src/server/adapters/mail/mail.ts":
    'import { createTransport } from "nodemailer"; export const transport = createTransport({});',
  "src/server/main.ts":
    'import { mailbox } from "#sandbox/mailbox/mailbox.ts"; export const main = mailbox;',
  "sandbox/mailbox/mailbox.ts": "export const mailbox = 1;",
  "sandbox/stripe/clock.ts": "export const clock = 1;",
  "src/server/emails/wallet-emails.ts":
    'import * as z from "zod"; type Locale = { t: (id: string) => string }; export const schema = z.literal("low"); export const text = (isLow: boolean, { t }: Locale, url: string) => ({ subject: isLow ? t("emails.low") : t("emails.high"), url: `${url}?tab=history` });',
  "src/server/emails/admin-digest-emails.ts":
    'export const digest = { subject: "Payments that need attention" };',
  "src/testing/users.ts":
    'import { readWallet } from "#server/wallet/read-wallet.ts"; export const person = readWallet;',
  "src/server/wallet/read-wallet.test.ts":
    'import { expect, test } from "vitest"; import { person } from "#testing/users.ts"; test("it is read", () => { expect(person).toBe(1); });',
  "src/web/ui/figure.tsx":
    'import { amountCents } from "#core/money.ts"; export const Figure = () => <p>{amountCents}</p>;',
  "src/web/ui/labels.tsx":
    'type Props = { t: (id: string) => string; form: { field: (name: string) => object }; isOpen: boolean }; export const Labels = ({ t, form, isOpen }: Props) => <p title={t("labels.title")} className={isOpen ? "open" : "closed"}><span>{t("labels.text")}</span> <input aria-label={isOpen ? t("labels.close") : t("labels.open")} type="text" {...form.field("amount")} /></p>;',
  "src/web/ui/elements.ts":
    'import type { ReactElement } from "react"; export type Elements = ReactElement | null | readonly Elements[];',
  "src/web/ui/lone-texts.tsx":
    'import { cloneElement, type ReactElement, type ReactNode } from "react"; import type { Elements } from "./elements.ts"; type Props = { icon: Elements; note: ReactNode; actions?: (isOpen: boolean) => Elements; names: string[]; form: ReactElement }; function Row(props: { name: string }): Elements { return <li>{props.name}</li>; } const names = (all: string[]) => all.map((name) => <Row key={name} name={name} />); export function Screen({ icon, actions, ...props }: Props) { const heading = props.names.length > 0 ? <b>{props.note}</b> : null; return <section>{/* Why. */}{icon} {heading}{actions?.(true)}{props.names.length > 1 && names(props.names)}{cloneElement(props.form)}</section>; }',
  "src/web/wallet/wallet-page.tsx":
    'import { Figure } from "#web/ui/figure.tsx"; export default function WalletPage() { return <Figure />; }',
};

const lines = (count: number) => "\n".repeat(count);

/** Files that each break one rule, with the rule that must report it. */
const wrong: readonly (readonly [violation: string, file: string, text: string, rule: string])[] = [
  ["core imports the server", "src/core/a.ts", 'export * from "#server/main.ts";', "boundaries"],
  ["core imports a package", "src/core/b.ts", 'export * from "zod";', "boundaries"],
  [
    "the web reads the browser's storage",
    "src/web/wallet/memory.ts",
    'export const stored = () => localStorage.getItem("wallet");',
    "no-restricted-globals",
  ],
  [
    "the web writes the browser's storage by the window",
    "src/web/wallet/tab-memory.ts",
    'export const store = () => window.sessionStorage.setItem("wallet", "1");',
    "no-restricted-properties",
  ],
  ["core imports Node", "src/core/c.ts", 'export * from "node:fs";', "boundaries"],
  [
    "core imports the contract",
    "src/core/d.ts",
    'export * from "#contract/wallet.ts";',
    "boundaries",
  ],
  [
    "the contract imports the server",
    "src/contract/a.ts",
    'export * from "#server/main.ts";',
    "boundaries",
  ],
  ["the contract imports hono", "src/contract/b.ts", 'export * from "hono";', "boundaries"],
  ["web imports the server", "src/web/a.ts", 'export * from "#server/main.ts";', "boundaries"],
  [
    "web imports a type of the server",
    "src/web/b.ts",
    'import type { main } from "#server/main.ts"; export type Main = typeof main;',
    "boundaries",
  ],
  ["web imports Node", "src/web/c.ts", 'export * from "node:fs";', "boundaries"],
  [
    "web imports the sandbox",
    "src/web/d.ts",
    'export * from "#sandbox/mailbox/mailbox.ts";',
    "boundaries",
  ],
  [
    "the server imports web",
    "src/server/a.ts",
    'export * from "#web/ui/figure.tsx";',
    "boundaries",
  ],
  [
    "the server imports test code",
    "src/server/b.ts",
    'export * from "#testing/users.ts";',
    "boundaries",
  ],
  [
    "the sandbox imports the product",
    "sandbox/mailbox/a.ts",
    'export * from "#core/money.ts";',
    "boundaries",
  ],
  [
    "one sandbox imports another",
    "sandbox/mailbox/b.ts",
    'export * from "#sandbox/stripe/clock.ts";',
    "boundaries",
  ],
  [
    "queries are imported from another feature",
    "src/server/plans/a.ts",
    'export * from "#server/wallet/ledger-queries.ts";',
    "boundaries",
  ],
  [
    "queries are imported from the root of the server",
    "src/server/c.ts",
    'export * from "#server/wallet/ledger-queries.ts";',
    "boundaries",
  ],
  [
    "queries are imported from test helpers",
    "src/testing/wallets.ts",
    'export * from "#server/wallet/ledger-queries.ts";',
    "boundaries",
  ],
  [
    "queries are imported from a script",
    "scripts/a.ts",
    'export * from "#server/wallet/ledger-queries.ts";',
    "boundaries",
  ],
  [
    "SQL outside of queries files",
    "src/server/plans/b.ts",
    'import { sql } from "kysely"; export const one = sql`select 1`;',
    "boundaries",
  ],
  [
    "the payment package outside of its folder",
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
    "the storage package outside of its folder",
    "src/server/packages/a.ts",
    'import { Disk } from "flydrive"; export const disk = Disk;',
    "boundaries",
  ],
  [
    "the image package outside of its folder",
    "src/server/packages/b.ts",
    'import sharp from "sharp"; export const image = sharp();',
    "boundaries",
  ],
  [
    "the mail package outside of its folder",
    "src/server/auth/a.ts",
    'import { createTransport } from "nodemailer"; export const transport = createTransport({});',
    "boundaries",
  ],
  [
    "the database driver outside of its folder",
    "src/server/auth/account-queries.ts",
    'import pg from "pg"; export const pool = new pg.Pool();',
    "boundaries",
  ],
  [
    "an unstable export",
    "src/web/e.ts",
    'export { UNSAFE_FrameworkContext } from "react-router";',
    "no-restricted-imports",
  ],
  [
    "a type of an unstable export",
    "src/web/f.ts",
    'import type { unstable_Router } from "react-router"; export type R = unstable_Router;',
    "no-restricted-imports",
  ],
  [
    "a file of a package",
    "src/server/f.ts",
    'export * from "@orpc/server/dist/index.mjs";',
    "no-restricted-imports",
  ],
  [
    "an internal file of a package",
    "src/server/g.ts",
    'export * from "hono/internal/router";',
    "no-restricted-imports",
  ],
  [
    "a dynamic import of a package's file",
    "src/server/h.ts",
    'export const load = () => import("zod/dist/index.js");',
    "no-restricted-imports",
  ],
  [
    "a handle of Node",
    "src/server/i.ts",
    "export const f = (x: { _handle: number }) => x._handle;",
    "no-restricted-properties",
  ],
  [
    "a handle of Node, taken apart",
    "src/server/j.ts",
    "export const f = ({ _handle: handle }: { _handle: number }) => handle;",
    "no-restricted-properties",
  ],
  [
    "internals of zod",
    "src/contract/c.ts",
    'import * as z from "zod"; export const kind = z.string()._zod.def.type;',
    "no-restricted-properties",
  ],
  [
    "a definition of oRPC",
    "src/server/k.ts",
    'export const f = (x: { "~orpc": number }) => x["~orpc"];',
    "no-restricted-properties",
  ],
  ["an import upwards", "src/web/ui/b.ts", 'export * from "../a.ts";', "no-restricted-imports"],
  [
    "an import cycle",
    "src/core/cycle-a.ts",
    'import { b } from "#core/cycle-b.ts"; export const a = () => b;',
    "no-cycle",
  ],
  [
    "the other file of the import cycle",
    "src/core/cycle-b.ts",
    'import { a } from "#core/cycle-a.ts"; export const b = () => a;',
    "no-cycle",
  ],
  [
    "a sentence in an email template",
    "src/server/emails/account-emails.ts",
    'export const text = { subject: "Your account is open again" };',
    "no-literal-string",
  ],
  [
    "a sentence with values in an email template",
    "src/server/emails/payment-emails.ts",
    "export const text = (plan: string) => ({ subject: `Your ${plan} plan has ended` });",
    "no-literal-string",
  ],
  [
    "a label in an email template",
    "src/server/emails/email-texts.ts",
    'export const facts = [{ label: "Amount" }];',
    "no-literal-string",
  ],
  [
    "a word on a screen",
    "src/web/ui/l.tsx",
    "export const Words = () => <p>Save</p>;",
    "jsx-no-literals",
  ],
  [
    "a word in braces on a screen",
    "src/web/ui/m.tsx",
    'export const Words = () => <p>{"Save"}</p>;',
    "jsx-no-literals",
  ],
  [
    "a word chosen on a screen",
    "src/web/ui/n.tsx",
    'export const Words = (props: { isNew: boolean }) => <p>{props.isNew ? "Create" : "Save"}</p>;',
    "no-literal-string",
  ],
  [
    "a sentence with values on a screen",
    "src/web/ui/o.tsx",
    "export const Words = (props: { count: number }) => <p>{`${props.count} packages`}</p>;",
    "no-literal-string",
  ],
  ...(
    [
      "aria-label",
      "placeholder",
      "title",
      "alt",
      "label",
      "description",
      "heading",
      "message",
    ] as const
  ).map(
    (attribute) =>
      [
        `a word in the attribute ${attribute}`,
        `src/web/ui/p-${attribute}.tsx`,
        `export const Words = (props: { C: (props: object) => null; isNew: boolean }) => <props.C ${attribute}={props.isNew ? "Create" : "Save"} />;`,
        "no-literal-string",
      ] as const,
  ),
  [
    "a tooltip of an element",
    "src/web/ui/q.tsx",
    'export const Words = () => <p title="Your balance" />;',
    "no-literal-string",
  ],
  [
    "a text beside an element",
    "src/web/ui/r-0.tsx",
    "export const Line = (props: { name: string }) => <p>{props.name} <b /></p>;",
    "lone-text",
  ],
  [
    "a figure beside a sentence",
    "src/web/ui/r-1.tsx",
    "export const Line = (props: { count: number }) => <p>{props.count} {props.count.toFixed(0)}</p>;",
    "lone-text",
  ],
  [
    "a sign beside an element",
    "src/web/ui/r-2.tsx",
    "export const Line = () => <p><b /> · <i /></p>;",
    "lone-text",
  ],
  [
    "a text that may be missing beside an element",
    "src/web/ui/r-3.tsx",
    "export const Line = (props: { name: string | null }) => <p><b />{props.name === null ? null : props.name}</p>;",
    "lone-text",
  ],
  [
    "content that may be text beside an element",
    "src/web/ui/r-4.tsx",
    'import type { ReactNode } from "react"; export const Card = (props: { children: ReactNode }) => <section><b />{props.children}</section>;',
    "lone-text",
  ],
  [
    "a list of texts beside an element",
    "src/web/ui/r-5.tsx",
    "export const Line = (props: { names: string[] }) => <p><b />{props.names.map((name) => name.trim())}</p>;",
    "lone-text",
  ],
  [
    "a text in a fragment",
    "src/web/ui/r-6.tsx",
    "export const Line = (props: { name: string }) => <>{props.name}</>;",
    "lone-text",
  ],
  [
    "a component that returns a text",
    "src/web/ui/r-7.tsx",
    "export function Name(props: { name: string }) { return props.name; }",
    "lone-text",
  ],
  ["any", "src/core/e.ts", "export const f = (x: any) => String(x);", "no-explicit-any"],
  ["a default export", "src/core/f.ts", "export default 1;", "no-default-export"],
  [
    "a floating promise",
    "src/server/d.ts",
    'import { readFile } from "node:fs/promises"; export function go() { readFile("x"); }',
    "no-floating-promises",
  ],
  [
    "a floating promise of an imported function",
    "src/server/e.ts",
    'import { pool } from "#server/db/open.ts"; export function go() { pool.end(); }',
    "no-floating-promises",
  ],
  [
    "a switch without all cases",
    "src/core/g.ts",
    'export function f(x: "a" | "b") { switch (x) { case "a": return 1; } return 0; }',
    "switch-exhaustiveness-check",
  ],
  [
    "a thrown value that is not an error",
    "src/core/h.ts",
    "export function f() { throw 'x'; }",
    "only-throw-error",
  ],
  ["a long file", "src/core/i.ts", `export const i = 1;${lines(402)}`, "(max-lines)"],
  [
    "a long function",
    "src/core/j.ts",
    `export function j() {${lines(71)}return 1; }`,
    "max-lines-per-function",
  ],
  [
    "a long component",
    "src/web/ui/k.tsx",
    `export function K() {${lines(101)}return <p>k</p>; }`,
    "max-lines-per-function",
  ],
  ["an unused variable", "src/core/k.ts", "const spare = 1; export const k = 2;", "no-unused-vars"],
  [
    "a test without assertions",
    "src/core/l.test.ts",
    'import { test } from "vitest"; test("nothing", () => {});',
    "expect-expect",
  ],
];

let base: string;
let diagnostics: readonly Diagnostic[];

async function build(files: readonly (readonly [string, string])[]): Promise<void> {
  for (const [file, text] of files) {
    await mkdir(dirname(join(base, file)), { recursive: true });
    await writeFile(join(base, file), text.endsWith("\n") ? text : `${text}\n`);
  }
}

function lint(): Promise<readonly Diagnostic[]> {
  return new Promise((resolve, reject) => {
    execFile(
      join(repository, "node_modules/.bin/oxlint"),
      ["--format=json", "src", "sandbox", "scripts"],
      { cwd: base, maxBuffer: 50_000_000 },
      (error, stdout) => {
        const report = /\{[^]*\}/.exec(stdout)?.[0];
        if (report === undefined) {
          reject(new Error(`The linter printed no report: ${stdout} ${error?.message ?? ""}`));
          return;
        }
        resolve((JSON.parse(report) as { diagnostics: Diagnostic[] }).diagnostics);
      },
    );
  });
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "lint-"));
  const settings = ["base", "core", "server", "web"].map((part) => `tsconfig.${part}.json`);
  const rules = [
    ".oxlintrc.json",
    "package.json",
    "scripts/lint/lone-text.mjs",
    "scripts/lint/resolve-import.cjs",
  ];
  for (const file of [...rules, "tsconfig.json", ...settings]) {
    await cp(join(repository, file), join(base, file), { recursive: true });
  }
  await symlink(join(repository, "node_modules"), join(base, "node_modules"));
  await build([...Object.entries(valid), ...wrong.map(([, file, text]) => [file, text] as const)]);
  diagnostics = await lint();
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

describe("the import and code rules", () => {
  test.each(Object.keys(valid))("accept %s", (file) => {
    expect(diagnostics.filter((diagnostic) => diagnostic.filename === file)).toEqual([]);
  });

  test.each(wrong)("reject %s", (_violation, file, _text, rule) => {
    const codes = diagnostics
      .filter((diagnostic) => diagnostic.filename === file)
      .map((diagnostic) => diagnostic.code);
    expect(codes).toContainEqual(expect.stringContaining(rule));
  });
});
