import { expect, test } from "vitest";
import { readCallback } from "./auth-callback-page.tsx";

test("the token is read from the fragment, with the other fields of the link", () => {
  expect(
    readCallback({ search: "", hash: "#access_token=abc&refresh_token=def&type=signup" }),
  ).toEqual({ kind: "token", accessToken: "abc", refreshToken: "def", type: "signup" });
  expect(readCallback({ search: "", hash: "#access_token=abc" })).toEqual({
    kind: "token",
    accessToken: "abc",
  });
});

test("a token in the query is ignored, because servers would have logged it", () => {
  expect(readCallback({ search: "?access_token=abc", hash: "" })).toEqual({ kind: "nothing" });
});

test.each(["", "#", "#access_token=", "#type=signup"])("%j holds nothing", (hash) => {
  expect(readCallback({ search: "", hash })).toEqual({ kind: "nothing" });
});

test("an error takes precedence over a token and keeps its description", () => {
  const search = "?error=access_denied&error_description=Email+link+is+invalid";
  expect(readCallback({ search, hash: "#access_token=abc" })).toEqual({
    kind: "error",
    sentence: "Email link is invalid",
    isExpired: false,
  });
  expect(readCallback({ search: "?error=access_denied&error_code=otp_expired", hash: "" })).toEqual(
    { kind: "error", sentence: null, isExpired: true },
  );
});

test("an error description is shortened and kept on one line", () => {
  const search = `?error=x&error_description=${"a".repeat(500)}%0A%00b`;
  const callback = readCallback({ search, hash: "" });
  expect(callback).toEqual({ kind: "error", sentence: "a".repeat(200), isExpired: false });
});
