import { expect, test } from "vitest";
import { testApp } from "#test/test-app.ts";
import { sourceFiles } from "./source-files.ts";

type Rule = { readonly alert: string; readonly expr: string; readonly summary: string };

/** The rules of the file, of which each field is one line. */
function rulesOf(text: string): Rule[] {
  return text.split(/^ +- alert: /m).flatMap((part, place) => {
    const field = (name: string) => new RegExp(`^ +${name}: (.+)$`, "m").exec(part)?.[1] ?? "";
    const summary = field("summary").replaceAll(/^"|"$/g, "");
    return place === 0
      ? []
      : [{ alert: part.split("\n", 1)[0] ?? "", expr: field("expr"), summary }];
  });
}

/** The names of figures in an expression of Prometheus. */
function figuresOf(expr: string): string[] {
  const outside = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "").replaceAll(/by \([^)]*\)/g, "");
  const functions = ["absent", "and", "deriv", "histogram_quantile", "max", "or", "rate", "sum"];
  const words = [...outside.matchAll(/[a-z_]{2,}/g)].map(([word]) => word);
  return [...new Set(words)].filter((word) => word !== "time" && !functions.includes(word));
}

/** What only people see, or a proxy. */
const withoutRule = [
  "`/readyz` answers 503 for a minute",
  "Customers cannot sign in, or are refused",
];
/** A figure that may have no value: nothing waits, there was no comparison yet, or nothing failed. */
const mayBeMissing =
  /^(http_request|operation_duration|jobs_waiting|reconciliation_last_difference|process_)/;

const [file] = sourceFiles("deploy/alert-rules.yml");
const rules = rulesOf(file?.text ?? "");

test("each alarm of the page has its rule, by the same figures", () => {
  const page = sourceFiles("docs/operations/alarms.md")[0]?.text ?? "";
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
  expect([...rules.map(({ summary }) => summary), ...withoutRule].toSorted()).toEqual(
    headings.toSorted(),
  );
  const wrong = rules.flatMap(({ alert, expr, summary }) => {
    const [named = ""] = /`([a-z_]+)`/.exec(summary)?.slice(1) ?? [];
    const isNamed = expr.includes(named) || summary.startsWith("`live_streams`");
    // 1 % is 0.01, and hours are seconds.
    const numbers = summary.match(/(?<=above |than |is )[\d.]+(?: %)?/g) ?? [];
    const isStated = (text: string) =>
      new RegExp(`[=>] ${text.replace(/^(\d+) %$/, "0.0$1")}(?![\\d.])`).test(expr);
    return isNamed && numbers.every(isStated) ? [] : [alert];
  });
  expect(wrong).toEqual([]);
});

test("a figure that is missing fires too, where it always has a value", () => {
  const silent = rules.filter(
    ({ expr }) =>
      !expr.includes("absent(") && !figuresOf(expr).every((name) => mayBeMissing.test(name)),
  );
  expect(silent).toEqual([]);
});

test("a figure that is in no rule, and one without a name, are reported", () => {
  const text =
    "groups:\n      - alert: Gone\n        expr: absent(none_up) or rate(none_total[5m]) > 1\n";
  expect(rulesOf(text)).toEqual([
    { alert: "Gone", expr: "absent(none_up) or rate(none_total[5m]) > 1", summary: "" },
  ]);
  expect(figuresOf("absent(none_up) or rate(none_total[5m]) > 1")).toEqual([
    "none_up",
    "none_total",
  ]);
});

test("the rules name figures that there are", async () => {
  const token = "a token for reading metrics";
  const app = await testApp({ settings: { METRICS_TOKEN: token } });
  await app.client().api.auth.readSession({});
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await app.client().fetch("/metrics", { headers })).text();
  await app.close();
  const known = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_count`, `${name}_bucket`] : [name],
    ),
  );
  // Of Prometheus itself.
  const unknown = rules
    .flatMap(({ expr }) => figuresOf(expr))
    .filter((name) => !known.has(name) && name !== "up");
  expect(unknown).toEqual([]);
  expect(rules.length).toBeGreaterThan(10);
});
