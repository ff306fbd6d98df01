import { expect, test } from "vitest";
import { expiredCookie, readSignedCookie, signedCookie } from "./signed-cookie.ts";

const config = { isHttps: false, secret: "a secret of tests alone, 32 characters or more" };
const token = "n0ZVc6tGEmQfWqYh2uXoB1kLr8sDaPiT";
const pair =
  "sampan_session=n0ZVc6tGEmQfWqYh2uXoB1kLr8sDaPiT.FP7ppd-VJYlArLEkTmFSGJBUXWuZ3YgG-LuSM1nHdBQ";

test("A cookie is that of version 0.1.0 and is found among others", () => {
  expect(signedCookie(config, "session", token, 60)).toBe(
    `${pair}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`,
  );
  for (const header of [pair, `a=b; ${pair}; c=d`, `a=b;${pair}`]) {
    expect(readSignedCookie(config, "session", header)).toBe(token);
  }
});

test.each([
  ["no header", null],
  ["another cookie", "sampan_theme=dark"],
  ["another token", pair.replace("n0ZV", "n0ZW")],
  ["another signature", `${pair.slice(0, -2)}AA`],
  ["a signature that is cut off", pair.slice(0, -1)],
  ["no signature", `sampan_session=${token}`],
  ["no token", pair.replace(token, "")],
  ["bad characters", `${pair}\u0000%`],
])("A header with %s has no value", (_what, header) => {
  expect(readSignedCookie(config, "session", header)).toBeNull();
});

test("The value of one kind of cookie, or of another secret, is none of another", () => {
  const moved = pair.replace("sampan_session", "sampan_challenge");
  expect(readSignedCookie(config, "challenge", moved)).toBeNull();
  const other = { ...config, secret: "another secret of tests, 32 characters or more" };
  expect(readSignedCookie(other, "session", pair)).toBeNull();
});

test("Over https a cookie is bound to the host, and deleting it has the same attributes", () => {
  const https = { ...config, isHttps: true };
  expect(signedCookie(https, "session", token, 60)).toMatch(
    /^__Host-sampan_session=\S+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(expiredCookie(https, "session")).toBe(
    "__Host-sampan_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
});
