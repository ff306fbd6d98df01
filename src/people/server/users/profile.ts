import type { Profile } from "#people/contract/profile.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  getProfile,
  updateProfileColumns,
  updateDisplayCurrencyColumn,
  updateLanguageColumn,
  findMemberCode,
  insertMemberCode,
  updateIsCustomer,
} from "./user-queries.ts";
import { sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import { countryByCode } from "#catalogue/rules/country.ts";
import { keptLatinName } from "#platform/rules/latin-script.ts";
import { requireAll } from "#platform/server/required-input.ts";
import type { DisplayCurrency } from "#platform/rules/money.ts";
import { languageCookieText, type Language } from "#platform/rules/language.ts";
import { randomInt } from "node:crypto";
import { codeAlphabet, memberCodeLength, memberCodeOf } from "#people/rules/member-code.ts";
import type { Db } from "#platform/server/db/open.ts";

/** The own profile. */
export async function readProfile({ db, session }: SignedInContext): Promise<Profile> {
  return await getProfile(db, session.person.id);
}

/**
 * Replaces everything in the own profile except its email; a name in Latin letters is kept beside one that needs it
 * alone. Throws `missing_information` for an empty name and
 * `invalid_input` for a country code that is not in ISO 3166.
 */
export async function updateProfile(
  context: SignedInContext,
  input: Omit<Profile, "id" | "email">,
): Promise<Profile> {
  requireAll(input.fullName);
  if (input.country !== "" && countryByCode(input.country) === null) {
    throw apiError("invalid_input", { field: "country" }, sentence("errors.countryUnknown"));
  }
  const latinName = keptLatinName(input.fullName, input.latinName ?? "") || null;
  const columns = { ...input, latinName };
  return await updateProfileColumns(context.db, context.session.person.id, columns, context.now());
}

/** Sets the currency in which amounts are also shown to the user. */
export async function updateDisplayCurrency(
  { db, session, now }: SignedInContext,
  input: { readonly displayCurrency: DisplayCurrency },
): Promise<{ displayCurrency: DisplayCurrency }> {
  await updateDisplayCurrencyColumn(db, session.person.id, input.displayCurrency, now());
  return input;
}

/** Stores the language of the signed-in user and sets the cookie by which this browser gets its pages. */
export async function chooseLanguage(
  { db, config, session, now, responseHeaders }: SignedInContext,
  { language }: { readonly language: Language },
): Promise<{ language: Language }> {
  await updateLanguageColumn(db, session.person.id, language, now());
  responseHeaders.append("set-cookie", languageCookieText(language, config.isHttps));
  return { language };
}

/** Gives the own account a wallet and a member code, which invited staff do not have at first. */
export async function openCustomerArea(context: SignedInContext): Promise<Record<string, never>> {
  const { db, session, now } = context;
  if (!(await updateIsCustomer(db, session.person.id, now()))) context.unchanged();
  await ensureMemberCode(db, session.person.id, now());
  return {};
}

/** A code is taken by chance once in many millions; this many in a row mean that something else is wrong. */
const maxAttempts = 20;

function randomCode(): string {
  const characters = Array.from({ length: memberCodeLength }, () =>
    codeAlphabet.charAt(randomInt(codeAlphabet.length)),
  );
  return memberCodeOf(characters.join(""));
}

/** The member code of an account, made now if it has none. A code stays, and is never given to another account. */
export async function ensureMemberCode(
  db: Db,
  userId: string,
  now: Date,
  makeCode: () => string = randomCode,
): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const own = await findMemberCode(db, userId);
    if (own !== undefined) return own;
    const code = makeCode();
    if (await insertMemberCode(db, { userId, code, createdAt: now })) return code;
  }
  throw new Error(`No free member code was found in ${maxAttempts} attempts.`);
}
