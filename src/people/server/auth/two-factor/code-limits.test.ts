import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { withTwoFactor } from "#test/two-factor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const hour = 60 * 60_000;

/** Sends email and password, so that this browser now needs the code. */
async function sendPassword(client: TestClient, { email, password }: TestPerson): Promise<void> {
  await expectApiError(client.api.auth.signIn({ email, password }), "two_factor_required");
}

/** Gives `count` wrong codes in this browser, five to a challenge. */
async function guessCodes(
  client: TestClient,
  person: TestPerson,
  wrong: string,
  count: number,
): Promise<void> {
  for (let guess = 0; guess < count; guess += 1) {
    if (guess % 5 === 0) await sendPassword(client, person);
    await expectApiError(client.api.auth.completeTwoFactor({ code: wrong }), "wrong_code");
  }
}

async function chooseNewPassword(client: TestClient, person: TestPerson): Promise<TestPerson> {
  const { email } = person;
  await client.api.auth.requestPasswordReset({ email });
  const { text } = await app.latestEmail(email);
  const password = "a new tide comes in";
  const token = /#token=([\w-]+)/.exec(text)?.[1] ?? "";
  await client.api.auth.resetPassword({ token, password });
  return { ...person, password };
}

describe("Wrong codes", () => {
  test("B4: of all others together are ten an hour, and leave a device open where a code was given", async () => {
    const person = await aCustomer(app);
    const authenticatorApp = await withTwoFactor(app, person);
    const known = app.client();
    await sendPassword(known, person);
    await known.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() });
    const wrong = authenticatorApp.code(new Date(app.clock.now().getTime() + 90 * 60_000));

    await guessCodes(app.client(), person, wrong, 5);
    await guessCodes(app.client(), person, wrong, 5);
    const stranger = app.client();
    await sendPassword(stranger, person);
    const refused = stranger.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() });
    await expectApiError(refused, "too_many_requests");
    await sendPassword(known, person);
    await known.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() });

    await guessCodes(known, person, wrong, 10);
    await sendPassword(known, person);
    const code = authenticatorApp.nextCode();
    await expectApiError(known.api.auth.completeTwoFactor({ code }), "too_many_requests");
    app.clock.advance(hour + 1000);
    await sendPassword(stranger, person);
    await stranger.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() });
  });

  test("are of no known device before a code was given there, however often the password was", async () => {
    const person = await aCustomer(app);
    // Three devices of somebody who knew the password before two-factor was on.
    const devices = [app.client(), app.client(), app.client()];
    const { email, password } = person;
    for (const { api } of devices) await api.auth.signIn({ email, password });
    const authenticatorApp = await withTwoFactor(app, person);
    const wrong = authenticatorApp.code(new Date(app.clock.now().getTime() + 90 * 60_000));
    const [first = app.client(), second = app.client(), third = app.client()] = devices;
    await guessCodes(first, person, wrong, 5);
    await guessCodes(second, person, wrong, 5);
    await sendPassword(third, person);
    const guess = third.api.auth.completeTwoFactor({ code: wrong });
    await expectApiError(guess, "too_many_requests");
    // The device that confirmed the first code has given one.
    await sendPassword(person.client, person);
    await person.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() });
  });

  test("still count after a reset, which ends challenges and makes the password alone known", async () => {
    const person = await aCustomer(app);
    const authenticatorApp = await withTwoFactor(app, person);
    const wrong = authenticatorApp.code(new Date(app.clock.now().getTime() + 90 * 60_000));
    const thief = app.client();
    await guessCodes(thief, person, wrong, 9);
    // The browser in which two-factor was set up, and which gave its code.
    const changed = await chooseNewPassword(person.client, person);
    const guess = thief.api.auth.completeTwoFactor({ code: wrong });
    await expectApiError(guess, "challenge_expired");
    await guessCodes(person.client, changed, wrong, 1);
    await sendPassword(person.client, changed);
    const right = person.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() });
    await expectApiError(right, "too_many_requests");
    await expect(right).rejects.toMatchObject({
      data: { retryAfterSeconds: expect.any(Number) as number },
    });
  });
});
