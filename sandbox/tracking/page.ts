// The sandbox's page: every number with its story, the clock and the faults.
import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { apiFaults, type Faults } from "./faults.ts";
import type { TrackedNumber } from "./tracked-number.ts";
import type { CountedPushes } from "./pushes.ts";
import { storyCountries, storyNames } from "./stories.ts";
import { styles } from "./styles.ts";

type Markup = ReturnType<typeof html>;

const stylesHash = createHash("sha256").update(styles).digest("base64");

/** The page may use its own styles and send its own forms, and nothing else. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${stylesHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

export type PageState = {
  readonly path: string;
  readonly search: string;
  readonly error: string | null;
  readonly now: number;
  readonly speed: number;
  readonly numbers: readonly TrackedNumber[];
  readonly pushes: CountedPushes;
  readonly faults: Faults;
  readonly quota: { readonly total: number; readonly used: number };
};

const storyLabels: Readonly<Record<string, string>> = {
  plain: "Delivered",
  silent: "Silent after two events",
  customs_asks: "Customs asks",
  comes_back: "Comes back",
  contradicted: "Delivered, then contradicted",
  not_found: "Not found",
  two_carriers: "Two carriers",
  without_zone: "Times without a zone",
  attempt_failed: "Attempt failed, then delivered",
  to_be_fetched: "To be collected",
  own: "Own steps",
};

const apiFaultLabels: Readonly<Record<(typeof apiFaults)[number], string>> = {
  none: "Answered as usual",
  rate_limited: "Too many requests (429)",
  server_error: "Server error (500)",
  slow: "Slow",
  malformed: "Malformed JSON",
};

const timeFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

const timeOf = (milliseconds: number) => `${timeFormat.format(milliseconds)} UTC`;

function form(state: PageState, control: string, content: Markup, className = ""): Markup {
  return html`<form method="post" action="${state.path}" class="${className}">
    <input type="hidden" name="control" value="${control}" />
    <input type="hidden" name="search" value="${state.search}" />
    ${content}
  </form>`;
}

function progressOf({ isStopped, nextAt, story, happened }: TrackedNumber): string {
  if (isStopped) return "Stopped by the client";
  const count = story.steps.length;
  const steps = count === 0 ? "No events" : `${happened} of ${count} events`;
  return nextAt === null ? `${steps}, nothing follows` : `${steps}, next ${timeOf(nextAt)}`;
}

function lastStatus({ story, happened }: TrackedNumber): string {
  if (happened === 0) return "Registered";
  return story.steps[happened - 1]?.status ?? "NotFound_Other";
}

function row(state: PageState, tracked: TrackedNumber): Markup {
  const { number, carrier, story, nextAt, isStopped } = tracked;
  const next = html`<input type="hidden" name="number" value="${number}" />
    <input type="hidden" name="carrier" value="${carrier}" />
    <button type="submit" aria-label="Push the next event of ${number}">Push next event</button>`;
  return html`<li>
    <div>
      <strong class="number">${number}</strong>
      <p>${lastStatus(tracked)} · ${storyLabels[story.name]} · carrier ${carrier}</p>
      <p class="quiet">${progressOf(tracked)}</p>
    </div>
    ${isStopped || nextAt === null ? "" : form(state, "events", next)}
  </li>`;
}

function numbersPanel(state: PageState): Markup {
  const { numbers, search, quota, path } = state;
  const empty = search === "" ? "No number is registered yet." : "No registered number has this.";
  return html`<section>
    <h2>Numbers</h2>
    <p class="quiet">${quota.used} of ${quota.total} registrations used.</p>
    <form method="get" action="${path}" role="search" class="line">
      <label
        >Part of a number
        <input name="number" value="${search}" autocomplete="off" spellcheck="false" />
      </label>
      <button type="submit">Show</button>
    </form>
    ${
      numbers.length === 0
        ? html`<p class="empty">${empty}</p>`
        : html`<ol class="numbers">
            ${numbers.map((tracked) => row(state, tracked))}
          </ol>`
    }
  </section>`;
}

function clockPanel(state: PageState): Markup {
  const advance = (label: string, hours: number) =>
    form(
      state,
      "clock",
      html`<input type="hidden" name="advanceHours" value="${hours}" />
        <button type="submit">${label}</button>`,
    );
  const speeds = [1, 60, 600, 3600];
  return html`<section>
    <h2>Clock</h2>
    <p class="clock">${timeOf(state.now)}</p>
    <div class="actions">
      ${advance("6 hours on", 6)} ${advance("1 day on", 24)} ${advance("7 days on", 168)}
    </div>
    ${form(
      state,
      "clock",
      html`<label
          >Speed
          <select name="speed">
            ${speeds.map(
              (speed) =>
                html`<option value="${speed}" ${speed === state.speed ? "selected" : ""}>
                  ${speed === 1 ? "As real time" : `${speed} times real time`}
                </option>`,
            )}
          </select>
        </label>
        <button type="submit">Set</button>`,
      "line",
    )}
  </section>`;
}

const countryNames = new Intl.DisplayNames("en", { type: "region" });

function countrySelect(label: string, name: string): Markup {
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">As before</option>
      ${storyCountries.map(
        (country) => html`<option value="${country}">${countryNames.of(country)}</option>`,
      )}
    </select>
  </label>`;
}

function storyPanel(state: PageState): Markup {
  return html`<section>
    <h2>Story of a number</h2>
    <p class="quiet">
      The last two digits choose it, from 01 to 10. A story set here comes first and starts again.
      What somebody here sends goes where its package goes, and purchases from China to Hong Kong.
      Of the other numbers those of SF Express go from China to Hong Kong, postal ones from the
      country at their end, all others from Hong Kong to the United States.
    </p>
    ${form(
      state,
      "stories",
      html`<label
          >Number
          <input name="number" required maxlength="50" autocomplete="off" spellcheck="false" />
        </label>
        <label
          >Story
          <select name="story">
            ${storyNames.map((name) => html`<option value="${name}">${storyLabels[name]}</option>`)}
          </select>
        </label>
        ${countrySelect("From", "origin")} ${countrySelect("To", "destination")}
        <button type="submit">Set story</button>`,
      "line",
    )}
  </section>`;
}

function faultsPanel(state: PageState): Markup {
  const { faults, pushes } = state;
  const box = (name: string, label: string, isOn: boolean) =>
    html`<label class="check"
      ><input type="checkbox" name="${name}" ${isOn ? "checked" : ""} /> ${label}</label
    >`;
  return html`<section>
    <h2>Pushes and faults</h2>
    <p class="quiet">
      ${pushes.delivered} delivered, ${pushes.waiting} waiting, ${pushes.dropped} dropped,
      ${pushes["given up"]} given up.
    </p>
    ${form(
      state,
      "faults",
      html`<label
          >Requests
          <select name="api">
            ${apiFaults.map(
              (fault) =>
                html`<option value="${fault}" ${fault === faults.api ? "selected" : ""}>
                  ${apiFaultLabels[fault]}
                </option>`,
            )}
          </select>
        </label>
        <fieldset>
          <legend>Pushes</legend>
          ${box("doubled", "Doubled", faults.pushCopies > 1)}
          ${box("reordered", "In another order", faults.areReordered)}
          ${box("dropped", "Three in ten dropped", faults.dropsPerMille > 0)}
          ${box("wrong", "Wrong signature", faults.hasWrongSignature)}
          ${box("held", "Held back", faults.areHeld)}
        </fieldset>
        <button type="submit">Apply</button>`,
    )}
    ${form(state, "pushes", html`<button type="submit">Send all that wait</button>`)}
  </section>`;
}

export function renderPage(state: PageState): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Tracking sandbox</title>
        ${raw(`<style>${styles}</style>`)}
      </head>
      <body>
        <main>
          <header>
            <h1>Tracking sandbox</h1>
            <p class="quiet">A stand-in for 17TRACK: its numbers and events are invented.</p>
          </header>
          ${state.error === null ? "" : html`<p class="error" role="alert">${state.error}</p>`}
          <div class="columns">
            ${numbersPanel(state)}
            <div class="side">${clockPanel(state)} ${storyPanel(state)} ${faultsPanel(state)}</div>
          </div>
        </main>
      </body>
    </html>`;
}
