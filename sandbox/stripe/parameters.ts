/** Readers that turn sent text into checked values, with the provider's errors for invalid ones. */
import { ApiError } from "./api-error.ts";
import type { FormValue } from "./form-encoding.ts";

/** Reads one parameter; `name` is its full bracketed name, for the error. `undefined` means that it was not sent. */
export type Reader<T> = (value: FormValue | undefined, name: string) => T;
type Shape = Record<string, Reader<unknown>>;
type ValuesOf<S extends Shape> = { [Name in keyof S]: ReturnType<S[Name]> };

const unixTimeLimit = 4_102_444_800;

function missing(name: string): ApiError {
  return new ApiError(`Missing required param: ${name}.`, {
    code: "parameter_missing",
    param: name,
  });
}

function scalar(value: FormValue | undefined, name: string): string {
  if (value === undefined) throw missing(name);
  if (typeof value !== "string") throw new ApiError(`Invalid string: ${name}`, { param: name });
  return value;
}

/** Text that must not be blank, at most `maximumLength` characters. */
export function text(maximumLength = 5000): Reader<string> {
  return (value, name) => {
    const read = scalar(value, name);
    if (read.trim() === "") {
      throw new ApiError(
        `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
        { code: "parameter_invalid_empty", param: name },
      );
    }
    if (read.length > maximumLength) {
      throw new ApiError(
        `Invalid string: ${name} must be at most ${maximumLength} characters, got ${read.length}.`,
        { param: name },
      );
    }
    return read;
  };
}

/** A whole number written in digits, within the bounds. */
export function whole(minimum: number, maximum: number): Reader<number> {
  return (value, name) => {
    const read = scalar(value, name);
    if (!/^-?\d{1,15}$/.test(read)) {
      throw new ApiError(`Invalid integer: ${read}`, {
        code: "parameter_invalid_integer",
        param: name,
      });
    }
    const number = Number(read);
    if (number < minimum) {
      throw new ApiError(
        `Invalid value for ${name}: must be greater than or equal to ${minimum}.`,
        {
          code: "parameter_invalid_integer",
          param: name,
        },
      );
    }
    if (number > maximum) {
      throw new ApiError(`Invalid value for ${name}: must be less than or equal to ${maximum}.`, {
        code: "parameter_invalid_integer",
        param: name,
      });
    }
    return number;
  };
}

/** `true` or `false`. */
export const flag: Reader<boolean> = (value, name) => {
  const read = scalar(value, name);
  if (read !== "true" && read !== "false") {
    throw new ApiError(`Invalid boolean: ${read}`, { param: name });
  }
  return read === "true";
};

/** Unix time in seconds. */
export const unixTime: Reader<number> = whole(0, unixTimeLimit);

/** One of the named words. */
export function choice<const Word extends string>(...words: Word[]): Reader<Word> {
  return (value, name) => {
    const read = scalar(value, name);
    const found = words.find((word) => word === read);
    if (found === undefined) {
      throw new ApiError(`Invalid ${name}: must be one of ${words.join(", ")}`, { param: name });
    }
    return found;
  };
}

/** An absolute http or https address. */
export const address: Reader<string> = (value, name) => {
  const read = text()(value, name);
  const url = URL.canParse(read) ? new URL(read) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new ApiError("Not a valid URL", { code: "url_invalid", param: name });
  }
  return read;
};

/** Lets a parameter be absent. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, name) => (value === undefined ? undefined : reader(value, name));
}

/** Lets a parameter be absent, or sent empty to unset what it sets (`null`). */
export function clearable<T>(reader: Reader<T>): Reader<T | null | undefined> {
  return (value, name) =>
    value === undefined ? undefined : value === "" ? null : reader(value, name);
}

/** A list of up to `maximum` values, sent as `name[0]`, `name[1]` or `name[]`. */
export function listOf<T>(reader: Reader<T>, maximum: number): Reader<T[]> {
  return (value, name) => {
    if (value === undefined) throw missing(name);
    if (typeof value === "string" || Object.keys(value).some((key) => !/^\d+$/.test(key))) {
      throw new ApiError("Invalid array", { param: name });
    }
    const keys = Object.keys(value).toSorted((one, other) => Number(one) - Number(other));
    if (keys.length > maximum) {
      throw new ApiError(`Invalid array: ${name} takes at most ${maximum} entries.`, {
        param: name,
      });
    }
    return keys.map((key) => reader(value[key], `${name}[${key}]`));
  };
}

/** A branch with exactly these parameters; any other is an error. The root of a request has the empty name. */
export function record<S extends Shape>(shape: S): Reader<ValuesOf<S>> {
  return (value, name) => {
    if (value === undefined) throw missing(name);
    if (typeof value === "string") throw new ApiError("Invalid object", { param: name });
    const inside = (key: string) => (name === "" ? key : `${name}[${key}]`);
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(shape, key)) {
        throw new ApiError(`Received unknown parameter: ${inside(key)}`, {
          code: "parameter_unknown",
          param: inside(key),
        });
      }
    }
    return Object.fromEntries(
      Object.entries(shape).map(([key, reader]) => [key, reader(value[key], inside(key))]),
    ) as ValuesOf<S>;
  };
}

/** Metadata as sent: at most 50 keys of 40 characters, values of 500; an empty value unsets its key, `null` all of them. */
export const metadata: Reader<Record<string, string> | null> = (value, name) => {
  if (value === undefined || value === "") return null;
  if (typeof value === "string") throw new ApiError("Invalid object", { param: name });
  const entries = Object.entries(value);
  if (entries.length > 50) {
    throw new ApiError("Metadata can have at most 50 keys.", { param: name });
  }
  return Object.fromEntries(
    entries.map(([key, one]) => {
      const read = scalar(one, `${name}[${key}]`);
      if (key.length > 40 || read.length > 500) {
        throw new ApiError(
          "Metadata keys can have up to 40 characters and values up to 500 characters.",
          { param: `${name}[${key}]` },
        );
      }
      return [key, read];
    }),
  );
};

/** Merges sent metadata into the stored ones: keys are added or replaced, an empty value removes its key, `null` all. */
export function mergeMetadata(
  stored: Record<string, string>,
  sent: Record<string, string> | null | undefined,
): Record<string, string> {
  if (sent === null) return {};
  return Object.fromEntries(
    Object.entries({ ...stored, ...sent }).filter(([, value]) => value !== ""),
  );
}
