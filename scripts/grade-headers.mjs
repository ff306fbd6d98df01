// Grades the security headers of the built product with MDN's HTTP Observatory, and fails below A+.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { admin, startMeasuredProduct } from "#testing/measured-product.ts";

const repository = join(import.meta.dirname, "..");
const listed = join(repository, "scripts/observatory");
const folder = join(repository, "node_modules/.observatory");
const grader = join(folder, "node_modules/@mdn/mdn-http-observatory");

/** As behind a proxy that terminates https. */
const publicUrl = "https://sampan.example";
const pages = [
  "/",
  "/pricing",
  "/args",
  "/login",
  "/register",
  "/admin-login",
  "/reset-password",
  "/auth/callback",
  "/no-such-page",
];

/** Installs the grader if missing. Its lists of known sites may be empty. */
function installGrader() {
  if (!existsSync(join(grader, "package.json"))) {
    console.log("Installing the grader of headers…");
    cpSync(listed, folder, { recursive: true });
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit" });
    if (status !== 0) throw new Error("The grader of headers could not be installed.");
  }
  for (const list of ["hsts-preload.json", "tld-list.json"]) {
    const file = join(grader, "conf", list);
    if (!existsSync(file)) writeFileSync(file, "{}");
  }
}

/** A response in the grader's format. */
function readable(response) {
  const headers = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  return {
    status: response.status,
    headers: cookies.length > 0 ? { ...headers, "set-cookie": cookies } : headers,
    verified: true,
  };
}

/** The cookies after a sign-in. */
async function signedInJar(origin, CookieJar) {
  const response = await fetch(`${origin}/api/admin-sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: publicUrl },
    body: JSON.stringify(admin),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`);
  const jar = new CookieJar();
  for (const cookie of response.headers.getSetCookie()) jar.setCookieSync(cookie, publicUrl);
  if (jar.serializeSync().cookies.length === 0) throw new Error("Signing in set no cookie.");
  return jar;
}

/** The responses that the grader would have received through the proxy. */
async function gather(origin, path, { Requests, parseHttpEquivHeaders, jar }) {
  const gathered = new Requests("sampan.example");
  const page = await fetch(`${origin}${path}`, { redirect: "manual" });
  const text = await page.text();
  const url = new URL(path, publicUrl);
  const preflight = await fetch(`${origin}${path}`, {
    method: "OPTIONS",
    headers: { origin: "https://elsewhere.example", "access-control-request-method": "GET" },
  });
  const answer = { ...readable(page), httpEquiv: parseHttpEquivHeaders(text, url.href) };
  // Without https there is no response, so there is nothing to redirect.
  Object.assign(gathered.responses, { auto: answer, https: answer, http: null });
  gathered.responses.cors = readable(preflight);
  gathered.resources.path = text;
  gathered.session = { url, jar, redirectHistory: [{ url, status: page.status }] };
  return { gathered, status: page.status };
}

/** The grade, computed as in the grader's own scan. */
function grade(gathered, { ALL_TESTS, chart, scorer }) {
  const results = ALL_TESTS.map((test) => test(gathered));
  const modifiers = results.map(({ result }) => scorer.getScoreModifier(result));
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const withoutCredit = 100 + sum(modifiers.filter((modifier) => modifier < 0));
  const mayHaveCredit = withoutCredit >= chart.MINIMUM_SCORE_FOR_EXTRA_CREDIT;
  const final = scorer.getGradeForScore(mayHaveCredit ? 100 + sum(modifiers) : withoutCredit);
  const failed = results.filter(({ pass }) => !pass).map(({ result }) => result);
  return { ...final, failed };
}

async function loadGrader() {
  const part = (path) => import(join(grader, "src", path));
  const [{ ALL_TESTS }, chart, scorer, { Requests }, { parseHttpEquivHeaders }] = await Promise.all(
    [
      part("constants.js"),
      part("grader/charts.js"),
      part("grader/grader.js"),
      part("types.js"),
      part("retriever/utils.js"),
    ],
  );
  const { CookieJar } = await import(
    join(folder, "node_modules/tough-cookie/dist/cookie/index.js")
  );
  return { ALL_TESTS, chart, scorer, Requests, parseHttpEquivHeaders, CookieJar };
}

installGrader();
const tools = await loadGrader();
const product = await startMeasuredProduct({ PUBLIC_URL: publicUrl, SANDBOX: "1" });
try {
  const jar = await signedInJar(product.origin, tools.CookieJar);
  for (const path of pages) {
    const { gathered, status } = await gather(product.origin, path, { ...tools, jar });
    const { grade: message, score, failed } = grade(gathered, tools);
    const reasons = failed.length > 0 ? `: ${failed.join(", ")}` : "";
    console.log(`${path.padEnd(18)} ${status}  ${message} (${score})${reasons}`);
    if (message !== "A+" || failed.length > 0) process.exitCode = 1;
  }
} finally {
  await product.stop();
}
