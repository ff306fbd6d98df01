/** Texts that staff insert into what they write in cases. */
export const caseSnippets = [
  "looking_into_it",
  "photo_please",
  "our_photo",
  "carrier_asked",
  "on_its_way",
  "neighbour",
  "customs_invoice",
  "address_check",
  "parcel_found",
  "search_goes_on",
  "no_money",
  "all_done",
] as const;
export type CaseSnippet = (typeof caseSnippets)[number];

/** In how many days staff say that they write again. */
export const snippetDays = 3;
