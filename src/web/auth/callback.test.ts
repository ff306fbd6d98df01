// What is read from the address that a verification or sign-in link leads to.
import { expect, test } from "vitest";
import { readCallback } from "./callback.ts";

test("the token stands in the fragment, with what else the link carries", () => {
  expect(
    readCallback({ search: "", hash: "#access_token=abc&refresh_token=def&type=signup" }),
  ).toEqual({ kind: "token", accessToken: "abc", refreshToken: "def", type: "signup" });
  expect(readCallback({ search: "", hash: "#access_token=abc" })).toEqual({
    kind: "token",
    accessToken: "abc",
  });
});

test("a token in the query is none: servers would have seen it", () => {
  expect(readCallback({ search: "?access_token=abc", hash: "" })).toEqual({ kind: "nothing" });
});

test.each(["", "#", "#access_token=", "#type=signup"])("%j holds nothing", (hash) => {
  expect(readCallback({ search: "", hash })).toEqual({ kind: "nothing" });
});

test("an error counts before any token, in its own words where it has some", () => {
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

test("a sentence from an address is cut short and kept on one line", () => {
  const search = `?error=x&error_description=${"a".repeat(500)}%0A%00b`;
  const callback = readCallback({ search, hash: "" });
  expect(callback).toEqual({ kind: "error", sentence: "a".repeat(200), isExpired: false });
});
