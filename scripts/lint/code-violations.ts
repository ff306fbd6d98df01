import type { Violation } from "./import-violations.ts";

const lines = (count: number) => "\n".repeat(count);

/** Files that break a rule about code, screens and tests. */
export const codeViolations: readonly Violation[] = [
  [
    "a sentence in an email template",
    "src/people/server/emails/account-emails.ts",
    'export const text = { subject: "Your account is open again" };',
    "no-literal-string",
  ],
  [
    "a sentence with values in an email template",
    "src/money/server/emails/payment-emails.ts",
    "export const text = (plan: string) => ({ subject: `Your ${plan} plan has ended` });",
    "no-literal-string",
  ],
  [
    "a label in an email template",
    "src/money/server/emails/charge-emails.ts",
    'export const facts = [{ label: "Amount" }];',
    "no-literal-string",
  ],
  [
    "a word on a screen",
    "src/ui/web/l.tsx",
    "export const Words = () => <p>Save</p>;",
    "jsx-no-literals",
  ],
  [
    "a word in braces on a screen",
    "src/ui/web/m.tsx",
    'export const Words = () => <p>{"Save"}</p>;',
    "jsx-no-literals",
  ],
  [
    "a word chosen on a screen",
    "src/ui/web/n.tsx",
    'export const Words = (props: { isNew: boolean }) => <p>{props.isNew ? "Create" : "Save"}</p>;',
    "no-literal-string",
  ],
  [
    "a sentence with values on a screen",
    "src/ui/web/o.tsx",
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
        `src/ui/web/p-${attribute}.tsx`,
        `export const Words = (props: { C: (props: object) => null; isNew: boolean }) => <props.C ${attribute}={props.isNew ? "Create" : "Save"} />;`,
        "no-literal-string",
      ] as const,
  ),
  [
    "a tooltip of an element",
    "src/ui/web/q.tsx",
    'export const Words = () => <p title="Your balance" />;',
    "no-literal-string",
  ],
  [
    "a text beside an element",
    "src/ui/web/r-0.tsx",
    "export const Line = (props: { name: string }) => <p>{props.name} <b /></p>;",
    "lone-text",
  ],
  [
    "a figure beside a sentence",
    "src/ui/web/r-1.tsx",
    "export const Line = (props: { count: number }) => <p>{props.count} {props.count.toFixed(0)}</p>;",
    "lone-text",
  ],
  [
    "a sign beside an element",
    "src/ui/web/r-2.tsx",
    "export const Line = () => <p><b /> · <i /></p>;",
    "lone-text",
  ],
  [
    "a text that may be missing beside an element",
    "src/ui/web/r-3.tsx",
    "export const Line = (props: { name: string | null }) => <p><b />{props.name === null ? null : props.name}</p>;",
    "lone-text",
  ],
  [
    "content that may be text beside an element",
    "src/ui/web/r-4.tsx",
    'import type { ReactNode } from "react"; export const Card = (props: { children: ReactNode }) => <section><b />{props.children}</section>;',
    "lone-text",
  ],
  [
    "a list of texts beside an element",
    "src/ui/web/r-5.tsx",
    "export const Line = (props: { names: string[] }) => <p><b />{props.names.map((name) => name.trim())}</p>;",
    "lone-text",
  ],
  [
    "a text in a fragment",
    "src/ui/web/r-6.tsx",
    "export const Line = (props: { name: string }) => <>{props.name}</>;",
    "lone-text",
  ],
  [
    "a component that returns a text",
    "src/ui/web/r-7.tsx",
    "export function Name(props: { name: string }) { return props.name; }",
    "lone-text",
  ],
  ["any", "src/money/rules/e.ts", "export const f = (x: any) => String(x);", "no-explicit-any"],
  ["a default export", "src/money/rules/f.ts", "export default 1;", "no-default-export"],
  [
    "a floating promise",
    "src/money/server/d.ts",
    'import { readFile } from "node:fs/promises"; export function go() { readFile("x"); }',
    "no-floating-promises",
  ],
  [
    "a floating promise of an imported function",
    "src/money/server/e.ts",
    'import { pool } from "#platform/server/db/open.ts"; export function go() { pool.end(); }',
    "no-floating-promises",
  ],
  [
    "a switch without all cases",
    "src/money/rules/g.ts",
    'export function f(x: "a" | "b") { switch (x) { case "a": return 1; } return 0; }',
    "switch-exhaustiveness-check",
  ],
  [
    "a thrown value that is not an error",
    "src/money/rules/h.ts",
    "export function f() { throw 'x'; }",
    "only-throw-error",
  ],
  ["a long file", "src/money/rules/i.ts", `export const i = 1;${lines(402)}`, "(max-lines)"],
  [
    "a long function",
    "src/money/rules/j.ts",
    `export function j() {${lines(71)}return 1; }`,
    "max-lines-per-function",
  ],
  [
    "a long component",
    "src/ui/web/k.tsx",
    `export function K() {${lines(101)}return <p>k</p>; }`,
    "max-lines-per-function",
  ],
  [
    "an unused variable",
    "src/money/rules/k.ts",
    "const spare = 1; export const k = 2;",
    "no-unused-vars",
  ],
  [
    "a test without assertions",
    "src/money/rules/l.test.ts",
    'import { test } from "vitest"; test("nothing", () => {});',
    "expect-expect",
  ],
  [
    "a promise where a condition is",
    "src/money/rules/m.ts",
    "export function f(isReady: () => Promise<boolean>) { if (isReady()) return 1; return 0; }",
    "no-misused-promises",
  ],
  [
    "numbers sorted as texts",
    "src/money/rules/n.ts",
    "export const f = (numbers: number[]) => numbers.toSorted();",
    "require-array-sort-compare",
  ],
  [
    "an awaited value that is no promise",
    "src/money/rules/o.ts",
    "export async function f() { return await 1; }",
    "await-thenable",
  ],
  [
    "an object as text",
    "src/money/rules/p.ts",
    "export const f = (thing: { id: number }) => String(thing);",
    "no-base-to-string",
  ],
  [
    "an object in a template",
    "src/money/rules/q.ts",
    "export const f = (thing: { id: number }) => `${thing}`;",
    "restrict-template-expressions",
  ],
  [
    "a type that is imported as a value",
    "src/money/web/g.ts",
    'import { amountCents } from "#platform/rules/money.ts"; export type Amount = typeof amountCents;',
    "consistent-type-imports",
  ],
  [
    "a loose comparison",
    "src/money/rules/r.ts",
    "export const f = (x: unknown) => x == 1;",
    "eqeqeq",
  ],
  ["a var", "src/money/rules/s.ts", "export var s = 1;", "no-var"],
  [
    "a variable that never changes",
    "src/money/rules/t.ts",
    "export function f() { let one = 1; return one; }",
    "prefer-const",
  ],
  [
    "two imports of one file",
    "src/money/rules/u.ts",
    'import { amountCents } from "#platform/rules/money.ts"; import { amountCents as other } from "#platform/rules/money.ts"; export const u = amountCents + other;',
    "no-duplicates",
  ],
  [
    "Node without its prefix",
    "src/money/server/l.ts",
    'export { readFile } from "fs/promises";',
    "prefer-node-protocol",
  ],
  [
    "an expectation of nothing",
    "src/money/rules/v.test.ts",
    'import { expect, test } from "vitest"; test("it holds", () => { expect(1); });',
    "valid-expect",
  ],
  [
    "a hook in a condition",
    "src/ui/web/s.tsx",
    'import { useState } from "react"; export function S(props: { isOn: boolean }) { if (props.isOn) { useState(1); } return <p />; }',
    "rules-of-hooks",
  ],
  [
    "an effect that misses what it reads",
    "src/ui/web/t.tsx",
    'import { useEffect } from "react"; export function T(props: { text: string }) { useEffect(() => { document.title = props.text; }, []); return <p />; }',
    "exhaustive-deps",
  ],
];
