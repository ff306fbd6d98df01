import { expect, test } from "vitest";
import { messageOf } from "./error-message.ts";

const circular = new AggregateError([], "");
circular.errors.push(new Error("inner"));

test.each<[string, unknown, string]>([
  ["an error", new Error("It broke"), "It broke"],
  ["an error without words", new TypeError(""), "TypeError"],
  ["an error of another realm", { name: "Error", message: "It broke" }, "It broke"],
  ["an error whose words are no text", Object.assign(new Error(), { message: { a: 1 } }), "Error"],
  ["a DOMException", new DOMException("Aborted by hand", "AbortError"), "Aborted by hand"],
  ["several errors", new AggregateError([new Error("a"), new Error("b")]), "a; b"],
  ["the same error twice", new AggregateError([new Error("a"), new Error("a")]), "a"],
  [
    "several errors under one heading",
    new AggregateError([new Error("a")], "All failed"),
    "All failed",
  ],
  ["no errors at all", new AggregateError([]), "AggregateError"],
  ["several errors within several", new AggregateError([circular]), "inner"],
  ["a text", "It broke", "It broke"],
  ["an empty text", "", "An empty text was thrown."],
  ["null", null, "null was thrown."],
  ["undefined", undefined, "undefined was thrown."],
  ["a number", 42, "42 was thrown."],
  ["a symbol", Symbol("x"), "Symbol(x) was thrown."],
  ["a function", () => "secret", "A function was thrown."],
  ["a list", [1, 2], "A list was thrown."],
  ["an empty object", {}, "An empty object was thrown."],
  ["an object", { code: 7, email: "a@b.cd" }, "An object with code, email was thrown."],
  ["an object without prototype", { __proto__: null, code: 7 }, "An object with code was thrown."],
  [
    "an object that throws when read",
    {
      get message(): string {
        throw new Error("no");
      },
    },
    "Something was thrown that cannot be read.",
  ],
])("%s", (_what, thrown, expected) => {
  expect(messageOf(thrown)).toBe(expected);
});
