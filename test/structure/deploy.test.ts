// The samples of an operator's files, as far as a machine without them can check.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bodyLimits } from "#platform/server/http/read-body.ts";
import { repository, sourceFiles, type SourceFile } from "./source-files.ts";

const textOf = (path: string) => sourceFiles(path)[0]?.text ?? "";

/** The bytes of the largest body that the sample of a proxy lets through. */
function largestBody(text: string): number {
  const [, nginx, caddy] = /client_max_body_size (\d+)m;|max_size (\d+)MiB/.exec(text) ?? [];
  return Number(nginx ?? caddy ?? 0) * 1_048_576;
}

const tooSmall = (proxies: readonly SourceFile[]) =>
  proxies
    .filter(({ text }) => largestBody(text) < Math.max(...Object.values(bodyLimits)))
    .map(({ path }) => path);

test("proxies take the largest body that the product takes", () => {
  expect(tooSmall(sourceFiles("deploy/nginx.conf", "deploy/Caddyfile"))).toEqual([]);
});

test("proxies that take less are reported", () => {
  const texts = ["client_max_body_size 15m;", "max_size 20MiB", "", "client_max_body_size 22m;"];
  const proxies = texts.map((text, index) => ({ path: `${index}`, text }));
  expect(tooSmall(proxies)).toEqual(["0", "1", "2"]);
});

test("proxies refuse the metrics, and pass streams on", () => {
  expect(textOf("deploy/nginx.conf")).toMatch(/= \/metrics \{ deny all; \}[^]*proxy_buffering off/);
  expect(textOf("deploy/Caddyfile")).toMatch(/respond \/metrics 403[^]*flush_interval -1/);
});

test("the image runs the server as a user, is checked by /readyz, and has what the server reads", () => {
  const [, build = "", image = ""] = textOf("deploy/Dockerfile").split(/^FROM /m);
  expect(build).toContain("npm prune --omit=dev");
  expect(image).toMatch(/^USER sampan$[^]*^HEALTHCHECK [^]*\/readyz/m);
  const copied = [...image.matchAll(/^COPY (?:--from=\w+ \/app\/)?([\w.]+)/gm)].map(
    ([, name]) => name,
  );
  expect(copied).toEqual(
    expect.arrayContaining(["node_modules", "build", "package.json", "src", "sandbox", "scripts"]),
  );
  const unit = textOf("deploy/sampan@.service");
  const commandLine = "--disable-warning=ExperimentalWarning src/app/server/main.ts";
  expect(unit).toContain(commandLine);
  expect(image).toContain(
    commandLine
      .split(" ")
      .map((word) => JSON.stringify(word))
      .join(", "),
  );
});

test("a process has longer to end than it may take", () => {
  expect(textOf("deploy/sampan@.service")).toContain("TimeoutStopSec=45");
  expect(textOf("deploy/compose.yaml")).toContain("stop_grace_period: 45s");
});

test.each(["deploy/sampan", "deploy/nightly-backup"])("%s is a script of the shell", (path) => {
  const check = () => execFileSync("/bin/sh", ["-n", join(repository, path)]);
  expect(check).not.toThrow();
});

test("the page on installing leads to each of the samples", () => {
  const page = textOf("docs/operations/install.md") + textOf("docs/operations/backup.md");
  const files = sourceFiles("deploy/*", "deploy/.env.example").map(({ path }) => path);
  expect(files.length).toBeGreaterThan(7);
  const leftOut = /dockerignore$/;
  expect(files.filter((path) => !leftOut.test(path) && !page.includes(path))).toEqual([]);
});

/** Where the pages on installing copy samples to, but for the settings, which are the operator's. */
function copiedTo(page: string): string[] {
  const places = page.split("\n").flatMap((line) => {
    const place = /app\/deploy\/\S+ ?>?((?:\/etc|\/usr)\/[\w./@-]+\w)/.exec(line)?.[1];
    return place === undefined || place === "/etc/sampan.env" ? [] : [place];
  });
  return places.toSorted();
}

const notRenewed = (pages: string, upgrade: string) =>
  copiedTo(pages).filter((place) => !upgrade.includes(place));

test("an upgrade renews what was copied", () => {
  const pages = ["install", "backup"]
    .map((name) => textOf(`docs/operations/${name}.md`))
    .join("\n");
  expect(copiedTo(pages)).toEqual([
    "/etc/cron.daily/sampan",
    "/etc/nginx/conf.d/sampan.conf",
    "/etc/systemd/system",
    "/usr/local/bin/sampan",
  ]);
  expect(notRenewed(pages, textOf("docs/operations/upgrade.md"))).toEqual([]);
});

test("a copy that an upgrade leaves as it was is reported", () => {
  const copy = "install -m 755 /srv/sampan/app/deploy/none /usr/local/bin/none";
  expect(notRenewed(copy, "`/usr/local/bin/sampan`")).toEqual(["/usr/local/bin/none"]);
});
