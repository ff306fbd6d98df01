// Runs the linter on small files that break each rule on purpose.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { codeViolations } from "./code-violations.ts";
import { importViolations } from "./import-violations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type Config = { readonly rules: Readonly<Record<string, unknown>> };
type Diagnostic = { readonly filename: string; readonly code: string };

const repository = join(import.meta.dirname, "..", "..");

/** Files that follow every rule; the wrong files import them. */
const valid: Record<string, string> = {
  "src/platform/rules/money.ts": "export const amountCents = 1;",
  "src/platform/contract/procedure.ts":
    'export const meta = (procedure: { "~orpc": { meta: string } }) => procedure["~orpc"].meta;',
  "src/goods/rules/parcel.ts":
    'import { amountCents } from "#platform/rules/money.ts"; export type Parcel = { readonly id: string }; export const declaredCents = amountCents;',
  "src/money/contract/wallet.ts":
    'import * as z from "zod"; import { amountCents } from "#platform/rules/money.ts"; export const wallet = z.literal(amountCents);',
  "src/money/server/wallet/ledger-queries.ts":
    'import { sql } from "kysely"; export const balance = sql`select 1`; export const answer = 42;',
  "src/money/server/wallet/wallets.ts":
    'import { balance } from "./ledger-queries.ts"; export const readWallet = balance;',
  "src/money/server/plans/plan-state.ts":
    'import { answer } from "#money/server/wallet/ledger-queries.ts"; export const state = answer;',
  "src/money/server/listeners.ts":
    'import { answer } from "./wallet/ledger-queries.ts"; export const listeners = { answer };',
  "src/platform/server/db/open.ts": 'import pg from "pg"; export const pool = new pg.Pool();',
  "src/money/server/adapters/payment/payment.ts":
    'import Stripe from "stripe"; export const stripe = new Stripe("sk_test_1");',
  "src/platform/server/adapters/mail/mail.ts":
    'import { createTransport } from "nodemailer"; export const transport = createTransport({});',
  "src/app/server/main.ts":
    'import { mailbox } from "#sandbox/mailbox/mailbox.ts"; export const main = mailbox;',
  "sandbox/mailbox/mailbox.ts": "export const mailbox = 1;",
  "sandbox/stripe/clock.ts": "export const clock = 1;",
  "src/money/server/emails/wallet-emails.ts":
    'import * as z from "zod"; type Locale = { t: (id: string) => string }; export const schema = z.literal("low"); export const text = (isLow: boolean, { t }: Locale, url: string) => ({ subject: isLow ? t("emails.low") : t("emails.high"), url: `${url}?tab=history` });',
  "src/office/server/emails/admin-digest-emails.ts":
    'export const digest = { subject: "Payments that need attention" };',
  "test/users.ts":
    'import { readWallet } from "#money/server/wallet/wallets.ts"; export const person = readWallet;',
  "src/money/server/wallet/wallets.test.ts":
    'import { expect, test } from "vitest"; import { person } from "#test/users.ts"; test("it is read", () => { expect(person).toBe(1); });',
  "src/ui/web/figure.tsx":
    'import { amountCents } from "#platform/rules/money.ts"; export const Figure = () => <p>{amountCents}</p>;',
  "src/ui/web/labels.tsx":
    'type Props = { t: (id: string) => string; form: { field: (name: string) => object }; isOpen: boolean }; export const Labels = ({ t, form, isOpen }: Props) => <p title={t("labels.title")} className={isOpen ? "open" : "closed"}><span>{t("labels.text")}</span> <input aria-label={isOpen ? t("labels.close") : t("labels.open")} type="text" {...form.field("amount")} /></p>;',
  "src/ui/web/elements.ts":
    'import type { ReactElement } from "react"; export type Elements = ReactElement | null | readonly Elements[];',
  "src/ui/web/lone-texts.tsx":
    'import { cloneElement, type ReactElement, type ReactNode } from "react"; import type { Elements } from "./elements.ts"; type Props = { icon: Elements; note: ReactNode; actions?: (isOpen: boolean) => Elements; names: string[]; form: ReactElement }; function Row(props: { name: string }): Elements { return <li>{props.name}</li>; } const names = (all: string[]) => all.map((name) => <Row key={name} name={name} />); export function Screen({ icon, actions, ...props }: Props) { const heading = props.names.length > 0 ? <b>{props.note}</b> : null; return <section>{/* Why. */}{icon} {heading}{actions?.(true)}{props.names.length > 1 && names(props.names)}{cloneElement(props.form)}</section>; }',
  "src/money/web/wallet/wallet-page.tsx":
    'import { Figure } from "#ui/web/figure.tsx"; export default function WalletPage() { return <Figure />; }',
};

/** Files that each break one rule, with the rule that must report it. */
const wrong = [...importViolations, ...codeViolations];

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
      ["--format=json", "src", "test", "sandbox", "scripts"],
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
  const settings = ["base", "rules", "server", "web"].map((part) => `tsconfig.${part}.json`);
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

/** The rules that the configuration sets, with their names as reports write them. */
async function rulesOfOurs(): Promise<string[]> {
  const text = await readFile(join(repository, ".oxlintrc.json"), "utf8");
  const config = JSON.parse(text) as Config & { readonly overrides: readonly Config[] };
  const set = [config, ...config.overrides].flatMap(({ rules }) => Object.entries(rules));
  const isOn = (setting: unknown) => (Array.isArray(setting) ? setting[0] : setting) === "error";
  return [...new Set(set.filter(([, setting]) => isOn(setting)).map(([name]) => name))];
}

/** A rule's own name, without its plugin. */
const ownName = (name: string) => name.replace(/^.*\//, "");

test("every rule of ours has a file here that it must report", async () => {
  const rules = await rulesOfOurs();
  expect(rules.length).toBeGreaterThan(25);
  const shown = wrong.map(([, , , rule]) => rule.replaceAll(/[()]/g, ""));
  const isShown = (name: string) =>
    shown.some((rule) => rule === ownName(name) || name.startsWith(`${rule}/`));
  expect(rules.filter((name) => !isShown(name))).toEqual([]);
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
