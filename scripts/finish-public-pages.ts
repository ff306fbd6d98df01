// Turns the prerendered public pages into standalone documents: inline styles, no application scripts.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import postcss, { type AtRule, type Root, type Rule } from "postcss";
import { createRequestHandler, type ServerBuild } from "react-router";
import {
  defaultLanguage,
  languagePrefixes,
  languages,
  type Language,
} from "#platform/rules/language.ts";
import { publicAddresses, applicationPages } from "#platform/rules/page-addresses.ts";

const client = join(import.meta.dirname, "../build/client");
const serverBuild: ServerBuild = await import(
  pathToFileURL(join(client, "../server/index.js")).href
);
const handle = createRequestHandler(serverBuild, "production");

/** The classes of the page's markup, which never change without a script. */
function classesIn(html: string): Set<string> {
  const lists = [...html.matchAll(/\sclass="([^"]*)"/g)].map((match) => match[1] ?? "");
  return new Set(lists.flatMap((list) => list.split(/\s+/)));
}

function canMatch(selector: string, classes: Set<string>): boolean {
  const positive = selector.replaceAll(/:not\([^)]*\)/g, "");
  return [...positive.matchAll(/\.((?:[\w-]|\\.)+)/g)].every((match) =>
    classes.has(match[1] ?? ""),
  );
}

function isInKeyframes(rule: Rule): boolean {
  return rule.parent?.type === "atrule" && (rule.parent as AtRule).name === "keyframes";
}

function dropUnusedRules(root: Root, classes: Set<string>): void {
  root.walkRules((rule) => {
    if (isInKeyframes(rule)) return;
    const used = rule.selectors.filter((selector) => canMatch(selector, classes));
    if (used.length === 0) rule.remove();
    else if (used.length < rule.selectors.length) rule.selectors = used;
  });
}

/** Drops variables that nothing on the page uses, until there are none. */
function dropUnusedVariables(root: Root, html: string): void {
  for (let dropped = 1; dropped > 0;) {
    dropped = 0;
    const used = new Set<string>();
    const addUsed = (text: string) => {
      for (const match of text.matchAll(/var\(\s*(--[\w-]+)/g)) used.add(match[1] ?? "");
    };
    addUsed(html);
    root.walkDecls((declaration) => addUsed(declaration.value));
    root.walkDecls(/^--/, (declaration) => {
      if (used.has(declaration.prop)) return;
      declaration.remove();
      dropped += 1;
    });
  }
}

function dropUnusedKeyframes(root: Root): void {
  const named = new Set<string>();
  root.walkDecls(/^animation/, (declaration) => {
    for (const word of declaration.value.split(/[\s,]+/)) named.add(word);
  });
  root.walkAtRules("keyframes", (rule) => {
    if (!named.has(rule.params)) rule.remove();
  });
}

function dropEmpty(root: Root): void {
  root.walkComments((comment) => void comment.remove());
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
}

function compact(css: string): string {
  return css
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s*([{};,>])\s*/g, "$1")
    .replaceAll(/:\s+/g, ":")
    .replaceAll(";}", "}")
    .trim();
}

async function gatherStyles(html: string): Promise<string> {
  const hrefs = [...html.matchAll(/<link rel="stylesheet" href="([^"#]+)#?"\s*\/?>/g)];
  const files = await Promise.all(
    hrefs.map((match) => readFile(join(client, match[1] ?? ""), "utf8")),
  );
  const inline = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]);
  return [...files, ...inline].join("\n");
}

function markupAlone(html: string): string {
  return html
    .replaceAll(/<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, "")
    .replaceAll(/<style[^>]*>[\s\S]*?<\/style>/g, "")
    .replaceAll(/<!--\/?\$\??-->/g, "")
    .replaceAll("<!-- -->", "");
}

/** Keeps the first script, which is the document's own; all others start the application. */
function dropApplication(html: string): string {
  let place = 0;
  const finished = html.replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, (script) => {
    place += 1;
    return place === 1 ? script : "";
  });
  if (place < 2 || !finished.includes("data-scheme-switch")) {
    throw new Error("The page does not begin with the document's own script.");
  }
  return finished;
}

/** The file of the page at `address`. */
function fileOf(address: string): string {
  return join(client, address, "index.html");
}

async function finishPage(address: string): Promise<void> {
  const file = fileOf(address);
  const prerendered = await readFile(file, "utf8");
  if (prerendered.includes(" data-static")) return;
  const styles = postcss.parse(await gatherStyles(prerendered));
  const markup = markupAlone(dropApplication(prerendered));
  dropUnusedRules(styles, classesIn(markup));
  dropUnusedKeyframes(styles);
  dropEmpty(styles);
  dropUnusedVariables(styles, markup);
  dropEmpty(styles);
  const finished = markup
    .replace("<html ", "<html data-static ")
    .replace("</head>", () => `<style>${compact(styles.toString())}</style></head>`);
  await writeFile(file, finished);
}

/**
 * The page at `address` in `language`, as the build drew it in English. Sign-in pages and the application have one address
 * for all languages, and the browser takes the document over only if it was drawn for that address.
 */
async function draw(address: string, language: Language): Promise<string> {
  const headers = { "accept-language": language };
  const response = await handle(new Request(`http://localhost${address}`, { headers }));
  const html = await response.text();
  if (!response.ok || !html.includes(`<html lang="${language}"`)) {
    throw new Error(`${address} was not drawn in ${language}.`);
  }
  return html;
}

async function write(file: string, html: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, html);
}

/** Draws the pages of one address in the other languages. Their files are below the languages' prefixes. */
async function drawInOtherLanguages(): Promise<void> {
  for (const language of languages.filter((one) => one !== defaultLanguage)) {
    const folder = languagePrefixes[language];
    for (const page of applicationPages)
      await write(fileOf(folder + page), await draw(page, language));
    const application = await draw("/dashboard", language);
    await write(join(client, folder, "__spa-fallback.html"), application);
  }
}

/** Auth pages run the application, whose preloads must not delay the page itself. */
async function finishSignInPage(address: string): Promise<void> {
  const file = fileOf(address);
  const prerendered = await readFile(file, "utf8");
  await writeFile(
    file,
    prerendered.replaceAll(
      /<link rel="modulepreload"(?! fetchpriority)/g,
      '<link rel="modulepreload" fetchpriority="low"',
    ),
  );
}

await drawInOtherLanguages();
const signInAddresses = languages.flatMap((language) =>
  applicationPages.map((page) => languagePrefixes[language] + page),
);
await Promise.all([...publicAddresses.map(finishPage), ...signInAddresses.map(finishSignInPage)]);
// The server build is only needed for prerendering.
await rm(join(client, "../server"), { recursive: true, force: true });
