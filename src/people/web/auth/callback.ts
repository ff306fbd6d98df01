export type Callback =
  | {
      readonly kind: "token";
      readonly accessToken: string;
      readonly refreshToken?: string;
      readonly type?: string;
    }
  | { readonly kind: "error"; readonly sentence: string | null; readonly isExpired: boolean }
  | { readonly kind: "nothing" };

const maxSentenceLength = 200;

/** The error description on one line, shortened because anyone can write such a link. */
function sentenceFrom(text: string | null): string | null {
  const sentence = (text ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return sentence === "" ? null : sentence.slice(0, maxSentenceLength);
}

/**
 * Parses the address of `/auth/callback`: an error in the query or the fragment takes precedence, otherwise the token
 * in the fragment (`#access_token=…&refresh_token=…&type=signup`, the last two optional).
 */
export function readCallback(address: {
  readonly search: string;
  readonly hash: string;
}): Callback {
  const query = new URLSearchParams(address.search);
  const fragment = new URLSearchParams(address.hash.replace(/^#/, ""));
  for (const part of [query, fragment]) {
    if (part.has("error") || part.has("error_description")) {
      return {
        kind: "error",
        sentence: sentenceFrom(part.get("error_description")),
        isExpired: part.get("error_code") === "otp_expired",
      };
    }
  }
  const accessToken = fragment.get("access_token");
  if (!accessToken) return { kind: "nothing" };
  const [refreshToken, type] = [fragment.get("refresh_token"), fragment.get("type")];
  return {
    kind: "token",
    accessToken,
    ...(refreshToken ? { refreshToken } : {}),
    ...(type ? { type } : {}),
  };
}
