/** Trackers, and what carriers report. */
export const trackingMutations = {
  "src/tracking/server/adapters/tracking/seventeen-track.ts": [
    {
      breaks: "a message is accepted with any signature",
      text: 'return timingSafeEqual(Buffer.from(given, "hex"), expected);',
      replacement:
        'return !timingSafeEqual(Buffer.from(given, "hex"), Buffer.alloc(expected.length));',
    },
  ],
  "src/tracking/server/tracking/message-queries.ts": [
    {
      breaks: "two servers process the same messages",
      text: "    order by received_at, id\n    for update skip locked",
      replacement: "    order by received_at, id",
    },
    {
      breaks: "a message that fails is not tried again",
      text: 'state: "failed", lastError: reason, nextTryAt }',
      replacement:
        'state: "failed", lastError: reason, nextTryAt: reason === "" ? nextTryAt : null }',
    },
  ],
  "src/tracking/server/tracking/record-provider-trackers.ts": [
    {
      breaks: "a report about one of several trackers goes to the first",
      text: "(withNumber.length === 1 ? withNumber[0] : undefined)",
      replacement: "withNumber[0]",
    },
    {
      breaks: "a number that was stopped is followed again",
      text: 'if (tracker.state === "ended" || all.some',
      replacement: 'if (tracker.state === "ended" && all.some',
    },
    {
      breaks: "two events that differ in their words are one",
      text: "providerStatus, place, country, description];",
      replacement: "providerStatus, place, country, description.length > 0];",
    },
    {
      breaks: "legs do not move with what was reported",
      text: "known.filter((id) => changed.has(id)),",
      replacement: "known.filter((id) => !changed.has(id)),",
    },
  ],
  "src/tracking/server/tracking/trackers.ts": [
    {
      breaks: "staff can stop following their own number",
      text: 'await context.actsOn(db, "tracker", await context.listeners.ownersOfTracker(db, trackerId));',
      replacement: 'await context.actsOn(db, "tracker", null);',
    },
    {
      breaks: "a number that is followed again is stopped at the provider",
      text: 'if (tracker?.state === "ended") await',
      replacement: "if (tracker !== undefined) await",
    },
  ],
  "src/tracking/server/tracking/quota.ts": [
    {
      breaks: "the reserve for legs is used for declared numbers",
      text: "if (left <= 0) {",
      replacement: "if (left < 0) {",
    },
    {
      breaks: "customers' numbers do not use the rest of the quota",
      text: "    left -= 1;\n",
      replacement: "",
    },
    {
      breaks: "a failed registration stays counted",
      text: "for (const attempt of counted) await uncountAttempt(db, attempt);",
      replacement: "for (const attempt of counted.slice(1)) await uncountAttempt(db, attempt);",
    },
  ],
  "src/tracking/rules/tracking-rules.ts": [
    {
      breaks: "staff's word is overruled by what was reported of the same state",
      text: "ranks[byStaff.status] >= ranks[reported]",
      replacement: "ranks[byStaff.status] > ranks[reported]",
    },
    {
      breaks: "a leg goes back to an earlier state",
      text: "ranks[derived.status] < ranks[status]",
      replacement: "ranks[derived.status] > ranks[status]",
    },
    {
      breaks: "what happened sixty days before a number was given counts",
      text: "occurredAt.getTime() > followedSince.getTime() - earlierJourneyDays",
      replacement: "occurredAt.getTime() >= followedSince.getTime() - earlierJourneyDays",
    },
  ],
};
