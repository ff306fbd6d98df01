import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { translate } from "#platform/server/translate.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const traditional = { "accept-language": "zh-HK, zh;q=0.9" };

/** Sends the form of the language menu from the page at `path`. */
function submit(client: TestClient, language: string, path: string | null): Promise<Response> {
  return client.fetch("/language", {
    method: "POST",
    body: new URLSearchParams({ language }),
    headers: path === null ? {} : { referer: path },
  });
}

async function languagesOfEmails(recipient: string): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("emails")
    .select(["kind", "language"])
    .where("recipient", "=", recipient)
    .orderBy("createdAt")
    .execute();
  return rows.map(({ kind, language }) => `${kind} ${language}`);
}

async function signUp(client: TestClient, headers: Record<string, string>): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const person = { fullName: "Li Na", email, password: "a calm harbour at dusk" };
  const response = await client.fetch("/api/sign-up", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(person),
  });
  expect(response.status).toBe(200);
  return email;
}

describe("The language of a user", () => {
  test("is English until another one is chosen, which is stored and set as a cookie", async () => {
    const { api, client } = await aCustomer(app);
    expect((await api.auth.readSession({}))?.person.language).toBe("en");
    expect(await api.users.chooseLanguage({ language: "zh-Hant-HK" })).toEqual({
      language: "zh-Hant-HK",
    });
    expect((await api.auth.readSession({}))?.person.language).toBe("zh-Hant-HK");
    expect(client.cookies.get("language")).toBe("zh-Hant-HK");
  });

  test("is English if an unknown one is chosen, and is chosen by signed-in users alone", async () => {
    const { api, client } = await aCustomer(app);
    await expectApiError(
      app.client().api.users.chooseLanguage({ language: "zh-Hans" }),
      "signed_out",
    );
    const choose = (language: unknown) =>
      client.fetch("/api/language", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ language }),
      });
    for (const language of ["zh-TW", "", "EN", "x".repeat(5000)]) {
      await api.users.chooseLanguage({ language: "zh-Hans" });
      expect(await (await choose(language)).json()).toEqual({ language: "en" });
      expect((await api.auth.readSession({}))?.person.language).toBe("en");
      expect(client.cookies.get("language")).toBe("en");
    }
    for (const language of [null, undefined, 7]) expect((await choose(language)).status).toBe(400);
    const refused = sql`update profiles set language = 'de'`.execute(app.database.kysely);
    await expect(refused).rejects.toThrow(/check constraint/);
  });

  test("at sign-up is that of the cookie, then of the browser, and its emails are in it", async () => {
    const client = app.client();
    client.cookies.set("language", "zh-Hans");
    const email = await signUp(client, traditional);
    const { text } = await app.latestEmail(email);
    const accessToken = /access_token=([\w-]+)/.exec(text)?.[1] ?? "";
    const { person } = await client.api.auth.completeCallback({ accessToken });
    expect(person.language).toBe("zh-Hans");
    const other = await signUp(app.client(), traditional);
    await app.runJobs();
    expect([await languagesOfEmails(email), await languagesOfEmails(other)]).toEqual([
      ["verify-email zh-Hans"],
      ["verify-email zh-Hant-HK"],
    ]);
  });

  test("is that of all later emails, whoever asks for them and in which language", async () => {
    const { api, email } = await aCustomer(app);
    await api.users.chooseLanguage({ language: "zh-Hans" });
    await app.client().fetch("/api/password-reset-email", {
      method: "POST",
      headers: { "content-type": "application/json", ...traditional },
      body: JSON.stringify({ email }),
    });
    await app.runJobs();
    expect(await languagesOfEmails(email)).toEqual(["reset-password zh-Hans"]);
  });
});

describe("The language menu of public pages", () => {
  test("sets the cookie and leads to the same page in that language, with its query", async () => {
    const { publicUrl } = app.config;
    for (const [language, page, location] of [
      ["zh-Hant-HK", "/pricing?from=mail", "/zh-hk/pricing?from=mail"],
      ["zh-Hans", "/zh-hk/pricing", "/zh-cn/pricing"],
      ["en", "/zh-hk/", "/"],
      ["zh-Hans", "/login?next=%2Fdashboard", "/login?next=%2Fdashboard"],
      ["zh-Hant-HK", "/", "/zh-hk/"],
    ] as const) {
      const client = app.client();
      const response = await submit(client, language, publicUrl + page);
      expect([response.status, response.headers.get("location")]).toEqual([
        303,
        publicUrl + location,
      ]);
      const [cookie = ""] = response.headers.getSetCookie();
      expect(cookie).toBe(`language=${language}; Max-Age=31536000; Path=/; SameSite=Lax`);
    }
  });

  test("leads to the home page from nowhere and to no other site, and takes an unknown language for English", async () => {
    const { publicUrl } = app.config;
    for (const page of [null, "https://elsewhere.example/pricing", "not an address"]) {
      const response = await submit(app.client(), "zh-Hans", page);
      expect(response.headers.get("location")).toBe(`${publicUrl}/zh-cn/`);
    }
    const doubled = await submit(app.client(), "en", `${publicUrl}//elsewhere.example`);
    expect(doubled.headers.get("location")).toBe(`${publicUrl}//elsewhere.example`);
    const client = app.client();
    const unknown = await submit(client, "<script>", `${publicUrl}/zh-cn/pricing`);
    expect(unknown.headers.get("location")).toBe(`${publicUrl}/pricing`);
    expect(client.cookies.get("language")).toBe("en");
  });

  test("stores the choice of a signed-in user, and of nobody for another site", async () => {
    const { api, client } = await aCustomer(app);
    const foreign = await client.fetch("/language", {
      method: "POST",
      body: new URLSearchParams({ language: "zh-Hans" }),
      headers: { origin: "https://elsewhere.example" },
    });
    expect(foreign.status).toBe(403);
    expect((await api.auth.readSession({}))?.person.language).toBe("en");
    await submit(client, "zh-Hans", `${app.config.publicUrl}/pricing`);
    expect((await api.auth.readSession({}))?.person.language).toBe("zh-Hans");
  });
});

test("an error is in the language of the cookie, then of the browser; a screen's in that of its document", async () => {
  const read = async (path: string, headers: Record<string, string>) => {
    const method = path.startsWith("/api/rpc/") ? "POST" : "GET";
    const response = await app.client().fetch(path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method === "POST" && { body: "{}" }),
    });
    return await response.text();
  };
  const cases = [
    ["/api/profile", { "accept-language": "fr", cookie: "language=zh-TW" }, "en"],
    ["/api/profile", { ...traditional, cookie: "language=klingon" }, "zh-Hant-HK"],
    ["/api/profile", { ...traditional, cookie: "language=zh-Hans" }, "zh-Hans"],
    ["/api/rpc/users/readProfile", { ...traditional, cookie: "language=zh-Hans" }, "zh-Hant-HK"],
  ] as const;
  for (const [path, headers, language] of cases) {
    expect(await read(path, headers)).toContain(translate(language, "errors.signed_out"));
  }
});
