// The addresses of the pages that are prerendered.
import {
  defaultLanguage,
  languages,
  localizedPath,
  splitLanguagePath,
  type Language,
} from "./language.ts";

/** Pages for everyone, which run no application. Each has an address in every language. */
export const publicPages = [
  "/",
  "/pricing",
  "/services",
  "/times",
  "/terms",
  "/privacy",
  "/help",
  "/contact",
] as const;

/**
 * Pages for visitors that run the application: those for signing in, and the public calculator. Each has one address for all
 * languages.
 */
export const applicationPages = [
  "/login",
  "/register",
  "/admin-login",
  "/reset-password",
  "/calculator",
] as const;

/** The part of the calculator that says what a parcel costs to the door by each service. */
export const costAnchor = "#compare";

/** Where it says that of a kilogram to the reader's country. */
export const costAddress = `/calculator?weight=1${costAnchor}`;

/** The addresses of all public pages in all languages. */
export const publicAddresses: readonly string[] = languages.flatMap((language) =>
  publicPages.map((path) => localizedPath(language, path)),
);

export function isPublicPage(path: string): boolean {
  return publicPages.some((page) => page === path);
}

export function isApplicationPage(path: string): boolean {
  return applicationPages.some((page) => page === path);
}

/** The address in `language` of the page at `pathname`: the same one, except for public pages. */
export function addressIn(language: Language, pathname: string): string {
  const place = splitLanguagePath(pathname);
  const isPrefixed = place.language !== defaultLanguage;
  return isPublicPage(place.path) || isPrefixed ? localizedPath(language, place.path) : pathname;
}
