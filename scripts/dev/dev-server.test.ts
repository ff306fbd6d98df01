// Shows development as a contributor meets it: one address, changes that are seen, an end that leaves nothing behind.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inlineScriptHashes } from "#server/http/inline-scripts.ts";
import { startDevLoop, type DevLoop } from "#testing/dev-loop.ts";

const admin = { email: "admin@sampan.example", password: "lighthouse at the pier 7" };
const html = { accept: "text/html" };

let dev: DevLoop;

beforeAll(async () => {
  dev = await startDevLoop(admin);
  return () => dev.remove();
}, 120_000);

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${dev.address}${path}`, { headers, redirect: "manual" });
}

async function signIn(origin: string): Promise<Response> {
  return await fetch(`${dev.address}/api/admin-sign-in`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
}

async function cookie(): Promise<string> {
  const response = await signIn(dev.address);
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
}

async function postgresProcessId(): Promise<string | undefined> {
  const file = join(dev.dataFolder, "postgres/cluster/postmaster.pid");
  return (await readFile(file, "utf8")).split("\n")[0];
}

test("pages come from Vite, with what the server says of their visitor and under its policy", async () => {
  const home = await get("/", html);
  const text = await home.text();
  expect(home.status).toBe(200);
  expect(text.includes("/src/web/public/landing-page.tsx")).toBe(true);
  const [root] = /<html [^>]*>/.exec(text) ?? [];
  expect(root).toContain('data-visitor="stranger" data-sandbox="yes" data-mailbox="yes"');
  expect(/%[A-Z_]+%/.exec(text)).toBeNull();
  const policy = home.headers.get("content-security-policy") ?? "";
  const hashes = inlineScriptHashes([text]).map((hash) => `'${hash}'`);
  expect(hashes.length).toBeGreaterThan(1);
  expect(policy).toContain(`script-src 'self' ${hashes.join(" ")};`);
  expect(policy).toContain("default-src 'none'");

  const register = await get("/register?plan=super", html);
  expect((await register.text()).includes("Sign up for the Super plan")).toBe(true);
  expect((await get("/dashboard", html)).status).toBe(200);
  expect((await get("/no-such-page", html)).status).toBe(404);
  const history = await get("/dashboard/wallet/history", html);
  expect(history.headers.get("location")).toBe("/dashboard/wallet?tab=history");
  const signedIn = await get("/login", { ...html, cookie: await cookie() });
  expect(signedIn.headers.get("location")).toBe("/admin/dashboard");
});

test("files, API, sandbox and streams answer under the same address, to this origin alone", async () => {
  expect((await get("/favicon.svg")).headers.get("content-type")).toBe("image/svg+xml");
  expect(await (await get("/robots.txt")).text()).toContain(`${dev.address}/sitemap.xml`);
  expect((await get("/sandbox/mail", html)).status).toBe(200);
  const session = await get("/api/session", { cookie: await cookie() });
  expect(await session.json()).toMatchObject({ person: { email: admin.email } });
  expect((await signIn("http://localhost:1")).status).toBe(403);
  const foreign = await get("/api/session", { origin: "http://localhost:1" });
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();

  const stream = await get("/api/changes", { cookie: await cookie() });
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  const reader = stream.body?.getReader();
  expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
  await reader?.cancel();
});

test("a changed screen is announced to the browser and served anew, with the styles it now needs", async () => {
  const screen = "/src/web/shell/not-found-page.tsx";
  const textOf = async (path: string) => await (await get(path)).text();
  const hasStyles = async () =>
    (await textOf("/@id/__x00__virtual:component-styles")).includes("Rating.layer.css");
  // As a browser does: only what was once loaded is replaced.
  for (const path of ["/src/web/root.tsx", screen]) await textOf(path);
  expect(await hasStyles()).toBe(false);
  const token = /wsToken = "([^"]+)"/.exec(await textOf("/@vite/client"))?.[1] ?? "";
  const address = `${dev.address.replace("http", "ws")}/?token=${token}`;
  const socket = new WebSocket(address, "vite-hmr");
  await once(socket, "open");
  const messages: string[] = [];
  socket.addEventListener("message", ({ data }) => messages.push(String(data)));

  dev.edit(
    "src/web/shell/not-found-page.tsx",
    "import { Notice }",
    'import { Rating } from "@mantine/core";\nimport { Notice }',
  );
  const isAnnounced = () => messages.some((message) => message.includes(`"path":"${screen}"`));
  await expect.poll(isAnnounced, { timeout: 20_000, interval: 10 }).toBe(true);
  expect(await textOf(screen)).toContain("Rating");
  expect(await hasStyles()).toBe(true);
  socket.close();
});

test("a changed server is there after a moment in which no request fails, on the same PostgreSQL", async () => {
  const before = await postgresProcessId();
  const statuses = new Set<number>();
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      statuses.add((await get("/healthz")).status);
      await sleep(5);
    }
  })();
  dev.edit("src/server/http/health.ts", '{ status: "ok" }', '{ status: "changed" }');
  const status = async () => ((await (await get("/healthz")).json()) as { status: string }).status;
  await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe("changed");
  isDone = true;
  await asking;
  expect([...statuses]).toEqual([200]);
  expect(await postgresProcessId()).toBe(before);
});

test("a server that cannot start says so on the page, and is back with the next change", async () => {
  dev.edit("src/server/http/health.ts", "export function healthz", "export functio healthz");
  const answer = async () => await (await get("/healthz")).text();
  await expect.poll(answer, { timeout: 20_000 }).toContain("The server does not run");
  dev.edit("src/server/http/health.ts", "export functio healthz", "export function healthz");
  await expect.poll(answer, { timeout: 20_000 }).toContain("changed");
});

test("Ctrl-C ends every process, and a stream that is open does not keep it", async () => {
  const stream = await get("/api/changes", { cookie: await cookie() });
  const processIds = dev.processIds();
  expect(processIds.length).toBeGreaterThan(3);
  expect(await dev.interrupt()).toBe(0);
  await stream.text().catch(() => "");
  const left = () => processIds.filter((id) => existsSync(`/proc/${id}`));
  expect(left()).toEqual([]);
  expect(existsSync(join(dev.dataFolder, "postgres/cluster/postmaster.pid"))).toBe(false);
});
