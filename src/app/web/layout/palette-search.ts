import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Transaction } from "#money/contract/transactions.ts";
import type { FoundThings } from "#office/contract/staff-search.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { useApiClient, type ApiClient } from "#app/web/api.ts";
import { formatLabelCode } from "#goods/rules/receiving.ts";
import { parcelName } from "#goods/rules/inbound-parcel.ts";
import { momentText, moneyText } from "#ui/web/figures.tsx";
import { caseReference, soughtCaseNumber } from "#office/rules/case.ts";
import { publicPath, t } from "#ui/web/i18n/messages.tsx";
import { packageNumberText } from "#goods/rules/package-number.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { transactionLabel, transactionStatusLabel } from "#money/web/wallet/transaction-labels.ts";
import {
  transactionsSought,
  type SoughtTransactions,
} from "#money/web/wallet/transactions-sought.ts";
import { namedManifestNumber } from "#shipping/rules/manifest.ts";
import { searchedWords, searchKey } from "#platform/rules/normalize-text.ts";

const debounceMilliseconds = 200;
const maxResults = 5;
/** Shorter searches match nearly everything. */
const minSearchLength = 2;

type Found = {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly to: string;
  /** For pages that are a document of their own. */
  readonly isDocument?: boolean;
};

/** What a search finds, by kind. */
export type FoundGroups = readonly { readonly group: string; readonly found: readonly Found[] }[];

type Search = (client: ApiClient, words: string, signal: AbortSignal) => Promise<FoundGroups>;

function foundTransaction(
  transaction: Pick<Transaction, "id" | "type" | "amountCents" | "status" | "createdAt">,
): Found {
  const { id, amountCents, status, createdAt } = transaction;
  return {
    id,
    label: [transactionLabel(transaction), moneyText(amountCents)].join(" · "),
    description: [transactionStatusLabel(status), momentText(createdAt)].join(" · "),
    to: `/dashboard/wallet/statement?month=${createdAt.slice(0, 7)}`,
  };
}

type FoundParcel = Pick<
  FoundThings["inboundParcels"][number],
  "labelCode" | "state" | "storageLocationCode" | "missingSince"
>;

/** Where a parcel lies, with the code of our label, by which it may have been found. */
function placeOfParcel({ labelCode, state, storageLocationCode, missingSince }: FoundParcel) {
  const label = { labelCode: formatLabelCode(labelCode) };
  if (state !== "received" && state !== "packed") return t("palette.notHere", label);
  if (storageLocationCode === null) return t("palette.noShelf", label);
  const values = { ...label, code: storageLocationCode };
  return missingSince === null
    ? t("palette.onShelf", values)
    : t("palette.missingOn", { ...values, day: momentText(missingSince) });
}

const packageAddress = (id: string) => `/admin/dashboard/shipments?package=${id}`;
const userAddress = (id: string) => `/admin/dashboard/users?user=${id}`;

function foundGoods(things: FoundThings, hasWarehouse: boolean): FoundGroups {
  const packages = things.packages.map(
    ({ id, number, trackingNumber, destination, userEmail }) => ({
      id,
      label: trackingNumber,
      description: [
        ...(hasWarehouse ? [packageNumberText(number)] : []),
        userEmail ?? placeName(destination),
      ].join(" · "),
      to: packageAddress(id),
    }),
  );
  const parcels = things.inboundParcels.map((parcel) => ({
    id: parcel.id,
    label: parcelName(parcel),
    description: placeOfParcel(parcel),
    to: `/admin/dashboard/inbound-parcels?parcel=${parcel.id}`,
  }));
  const requests = things.shipRequests.map(({ id, reference, packageId, packageNumber }) => ({
    id,
    label: reference,
    description: packageNumber === null ? "" : packageNumberText(packageNumber),
    to: packageId === null ? "/admin/dashboard/packing" : packageAddress(packageId),
  }));
  return [
    { group: t("common.packages"), found: packages },
    { group: t("layout.inboundParcels"), found: parcels },
    { group: t("palette.shipRequests"), found: requests },
  ];
}

/** A manifest, or for those without its page the packages on it. */
function foundManifests(things: FoundThings, mayPack: boolean): FoundGroups {
  const manifests = things.manifests.map(({ id, number, carrierName }) => ({
    id,
    label: t("manifests.of", { number }),
    description: carrierName,
    to: mayPack
      ? `/admin/dashboard/manifests?manifest=${id}`
      : `/admin/dashboard/shipments?${new URLSearchParams({ search: number }).toString()}`,
  }));
  return [{ group: t("layout.manifests"), found: manifests }];
}

function foundShelves(things: FoundThings): FoundGroups {
  const shelves = things.storageLocations.map(({ id, code, warehouseName }) => ({
    id,
    label: code,
    description: warehouseName,
    to: `/admin/dashboard/inbound-parcels?${new URLSearchParams({ shelf: id, code }).toString()}`,
  }));
  return [{ group: t("layout.storageLocations"), found: shelves }];
}

function foundPeople(things: FoundThings): FoundGroups {
  const users = things.users.map(({ id, fullName, email }) => ({
    id,
    label: fullName || (email ?? ""),
    description: email ?? "",
    to: userAddress(id),
  }));
  return [{ group: t("common.users"), found: users }];
}

/** Ids at the provider of payment intents, invoices, charges, refunds and disputes, for which the page of payments looks. */
const idOfProvider = /^(pi|in|ch|py|re|pyr|dp|du)_\w{3,}$/;

function foundCase(
  one: Pick<FoundThings["cases"][number], "id" | "number" | "subjectName" | "isOpen">,
  to: string,
): Found {
  const { id, number, subjectName, isOpen } = one;
  return {
    id,
    label: number,
    description: [subjectName, isOpen ? "" : t("palette.caseClosed")].filter(Boolean).join(" · "),
    to,
  };
}

function foundCasesAndMoney(things: FoundThings, search: string, seesMoney: boolean): FoundGroups {
  const cases = things.cases.map((one) => {
    const query = new URLSearchParams({ kind: "open_cases", case: one.id });
    return foundCase(one, `/admin/dashboard/work-items?${query.toString()}`);
  });
  const transactions = things.transactions.map(({ userId, userEmail, ...transaction }) => ({
    ...foundTransaction(transaction),
    description: [userEmail ?? "", momentText(transaction.createdAt)].join(" · "),
    to: userAddress(userId),
  }));
  const id = search.trim();
  const ofProvider =
    seesMoney && transactions.length === 0 && idOfProvider.test(id)
      ? [
          {
            id,
            label: t("palette.amongPayments", { id }),
            description: "",
            to: `/admin/dashboard/payments?${new URLSearchParams({ search: id }).toString()}`,
          },
        ]
      : [];
  return [
    { group: t("palette.cases"), found: cases },
    { group: t("palette.transactions"), found: transactions },
    { group: t("palette.payments"), found: ofProvider },
  ];
}

/**
 * What any number, code, name, email, phone number or payment id finds, as far as the member of staff may see it; a person
 * or a manifest that it names before their packages.
 */
export const searchAsStaff =
  (
    hasWarehouse: boolean,
    { seesMoney, mayPack }: { readonly seesMoney: boolean; readonly mayPack: boolean },
  ): Search =>
  async (client, search, signal) => {
    const things = await client.admin.findAnything({ search }, { signal });
    const goods = foundGoods(things, hasWarehouse);
    const people = foundPeople(things);
    const manifests = foundManifests(things, mayPack);
    const isManifest = namedManifestNumber(search) !== null;
    return [
      ...(things.isPerson ? people : []),
      ...(isManifest ? [...manifests, ...goods] : [...goods, ...manifests]),
      ...foundShelves(things),
      ...(things.isPerson ? [] : people),
      ...foundCasesAndMoney(things, search, seesMoney),
    ];
  };

const searchOwnPackages =
  (hasWarehouse: boolean): Search =>
  async (client, search, signal) => {
    const { items } = await client.packages.listPackages(
      { search, pageSize: maxResults },
      { signal },
    );
    const found = items.map(({ id, number, description, trackingNumber, destination }) => ({
      id,
      label: description ?? trackingNumber,
      description: [
        ...(hasWarehouse ? [packageNumberText(number)] : []),
        description === null ? placeName(destination) : trackingNumber,
      ].join(" · "),
      to: `/dashboard/packages?package=${id}`,
    }));
    return [{ group: t("common.packages"), found }];
  };

const searchOwnParcels: Search = async (client, search, signal) => {
  const { items } = await client.inboundParcels.listInboundParcels(
    { search, pageSize: maxResults },
    { signal },
  );
  const found = items.map((parcel) => ({
    id: parcel.id,
    label: parcel.description || parcelName(parcel),
    description: [
      parcel.description === "" ? "" : parcelName(parcel),
      parcel.shop,
      formatLabelCode(parcel.labelCode),
    ]
      .filter((text, index, all) => text !== "" && all.indexOf(text) === index)
      .join(" · "),
    to: `/dashboard/parcels/${parcel.id}`,
  }));
  return [{ group: t("layout.parcels"), found }];
};

const searchOwnRequests: Search = async (client, search, signal) => {
  const { items } = await client.shipRequests.listShipRequests(
    { search, pageSize: maxResults },
    { signal },
  );
  const found = items.map(({ id, packageName, state, createdAt }) => ({
    id,
    label: packageName ?? t("ship-request-summaries.title"),
    description: [t(`ship-request-summaries.state.${state}`), momentText(createdAt)].join(" · "),
    to: `/dashboard/ship-requests/${id}`,
  }));
  return [{ group: t("palette.shipRequests"), found }];
};

function isSought(sought: SoughtTransactions, cents: number): boolean {
  return (sought.fromCents ?? 0) <= cents && cents <= (sought.toCents ?? Infinity);
}

const searchOwnTransactions: Search = async (client, search, signal) => {
  const sought = transactionsSought(search);
  if (sought === null) return [];
  const { items } = await client.wallet.listTransactions(sought, { signal });
  const found = items.flatMap((row) => {
    const { shipment, shipRequestId } = row;
    if (shipment === undefined) return [foundTransaction(row)];
    const parts = shipment.transactions.filter(({ amountCents }) => isSought(sought, amountCents));
    if (!isSought(sought, Math.abs(shipment.sumCents))) return parts.map(foundTransaction);
    const label = [
      shipment.name ?? t("ship-request-summaries.title"),
      moneyText(Math.abs(shipment.sumCents)),
    ];
    return [
      {
        ...foundTransaction({ ...row, status: shipment.status }),
        label: label.join(" · "),
        to: `/dashboard/ship-requests/${shipRequestId}`,
      },
    ];
  });
  return [{ group: t("palette.transactions"), found: found.slice(0, maxResults) }];
};

/** By their numbers, which emails name. */
const searchOwnCases: Search = async (client, search, signal) => {
  const number = soughtCaseNumber(search);
  if (number === null) return [];
  const reference = caseReference(BigInt(number));
  const { items } = await client.cases.listOwnCases({}, { signal });
  const found = items
    .filter((one) => one.number === reference)
    .map((one) =>
      foundCase({ ...one, isOpen: one.state !== "closed" }, `/dashboard/messages/${one.id}`),
    );
  return [{ group: t("cases.title"), found }];
};

type HelpEntry = { readonly heading: string; readonly anchor: string; readonly text: string };

/** What stands below a heading, up to the next one. */
function textBelow(heading: Element): string {
  const texts: string[] = [];
  let next = heading.nextElementSibling;
  while (next !== null && !next.matches("h2, h3")) {
    texts.push(next.textContent);
    next = next.nextElementSibling;
  }
  return texts.join(" ");
}

/** The headings of the help page with their texts, as it is for the reader; none where it cannot be read, so that the rest is found. */
async function readHelp(): Promise<readonly HelpEntry[]> {
  const response = await fetch(publicPath("/help")).catch(() => null);
  if (response?.ok !== true) return [];
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...page.querySelectorAll("article :is(h2, h3)")].map((heading) => ({
    heading: heading.textContent.trim(),
    anchor: heading.id === "" ? "" : `#${heading.id}`,
    text: textBelow(heading),
  }));
}

let help: Promise<readonly HelpEntry[]> | null = null;

const searchHelp: Search = async (_client, search) => {
  help ??= readHelp();
  const entries = await help;
  // Read again at the next search.
  if (entries.length === 0) help = null;
  const named = entries.filter(({ heading }) => matches(search, [heading]));
  const told = entries.filter(
    ({ heading, text }) => !matches(search, [heading]) && matches(search, [heading, text]),
  );
  const found = [...named, ...told].slice(0, maxResults).map(({ heading, anchor }) => ({
    id: `help ${heading}`,
    label: heading,
    description: t("palette.description.help"),
    to: publicPath("/help") + anchor,
    isDocument: true,
  }));
  return [{ group: t("common.help"), found }];
};

/** What is the customer's own, by numbers, contents, shops and our labels; their transactions and messages; and the help. */
export function searchAsCustomer(hasWarehouse: boolean): Search {
  const searches = [
    searchOwnPackages(hasWarehouse),
    ...(hasWarehouse ? [searchOwnParcels, searchOwnRequests] : []),
    searchOwnTransactions,
    searchOwnCases,
    searchHelp,
  ];
  return async (...query) => (await Promise.all(searches.map((find) => find(...query)))).flat();
}

/**
 * What the server finds for the typed words, in one query so that the list changes only once. Until it responds, the
 * previous results that still match are shown.
 */
export function useSearchResults(search: Search, words: string) {
  const client = useApiClient();
  const [typed] = useDebouncedValue(words.trim().slice(0, 200), debounceMilliseconds);
  const isLongEnough = typed.length >= minSearchLength;
  const query = useQuery({
    queryKey: ["palette", typed],
    queryFn: ({ signal }) => search(client, typed, signal),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const isSearching = words.trim() !== typed || query.isFetching;
  const groups = isLongEnough && query.data ? query.data : [];
  return {
    groups: groups.map(({ group, found }) => ({
      group,
      found: isSearching
        ? found.filter(({ label, description }) => matches(words.trim(), [label, description]))
        : found,
    })),
    isSearching,
    isFailed: query.isError,
  };
}

/** Whether every word, in the singular or plural, is in the texts, in any case and width, or all of them are one number in a text, however grouped. */
export function matches(words: string, texts: readonly (string | undefined)[]): boolean {
  const text = searchKey(texts.join(" "));
  const number = normaliseTrackingNumber(words);
  return (
    searchedWords(words).every((word) => text.includes(word)) ||
    (/\d/.test(number) && texts.some((one) => normaliseTrackingNumber(one ?? "").includes(number)))
  );
}
