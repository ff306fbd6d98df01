import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, type StaffVisitor } from "#platform/rules/staff-role.ts";
import { placeName } from "#catalogue/web/i18n/country-names.ts";
import { useApiClient, type ApiClient } from "#app/web/api.ts";
import { parcelName } from "#goods/web/parcels/parcel-texts.ts";
import { momentText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { searchKey } from "#platform/rules/normalize-text.ts";

const debounceMilliseconds = 200;
const maxResults = 5;
/** Shorter searches match nearly everything. */
const minSearchLength = 2;

type Found = {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly to: string;
};

/** What a search finds, by kind. */
export type FoundGroups = readonly { readonly group: string; readonly found: readonly Found[] }[];

type Search = (client: ApiClient, words: string, signal: AbortSignal) => Promise<FoundGroups>;

const searchShipments: Search = async (client, search, signal) => {
  const { items } = await client.packages.listShipments(
    { search, pageSize: maxResults },
    { signal },
  );
  const found = items.map((pkg) => ({
    id: pkg.id,
    label: pkg.trackingNumber,
    description: pkg.userEmail ?? placeName(pkg.destination),
    to: `/admin/dashboard/shipments?package=${pkg.id}`,
  }));
  return [{ group: t("common.packages"), found }];
};

const searchUsers: Search = async (client, search, signal) => {
  const { items } = await client.users.listUsers({ search, pageSize: maxResults }, { signal });
  const found = items.map((user) => ({
    id: user.id,
    label: user.fullName || user.email,
    description: user.email,
    to: `/admin/dashboard/users?user=${user.id}`,
  }));
  return [{ group: t("common.users"), found }];
};

type FoundParcel = Pick<
  StaffInboundParcel,
  "labelCode" | "state" | "storageLocationCode" | "missingSince"
>;

/** Where a parcel lies, with the code of our label, by which it may have been found. */
function placeOfParcel({ labelCode, state, storageLocationCode, missingSince }: FoundParcel) {
  if (state !== "received" && state !== "packed") return t("palette.notHere", { labelCode });
  if (storageLocationCode === null) return t("palette.noShelf", { labelCode });
  const values = { labelCode, code: storageLocationCode };
  return missingSince === null
    ? t("palette.onShelf", values)
    : t("palette.missingOn", { ...values, day: momentText(missingSince) });
}

const searchParcels: Search = async (client, search, signal) => {
  const { items } = await client.inboundParcels.listAllInboundParcels(
    { search, pageSize: maxResults },
    { signal },
  );
  const found = items.map((parcel) => ({
    id: parcel.id,
    label: parcelName(parcel),
    description: placeOfParcel(parcel),
    to: `/admin/dashboard/inbound-parcels?parcel=${parcel.id}`,
  }));
  return [{ group: t("layout.inboundParcels"), found }];
};

/** Packages, parcels and users of all customers, as far as the member of staff may list them. */
export function searchAsStaff(member: StaffVisitor): Search {
  const listsParcels = member.isWarehouseEntered && mayUse(member, roleAccess.inboundParcels);
  const searches = [
    ...(mayUse(member, roleAccess.shipments) ? [searchShipments] : []),
    ...(listsParcels ? [searchParcels] : []),
    ...(mayUse(member, roleAccess.customers) ? [searchUsers] : []),
  ];
  return async (...query) => (await Promise.all(searches.map((find) => find(...query)))).flat();
}

/** The customer's own packages, by a part of their tracking numbers, those of their legs, or their descriptions. */
export const searchOwnPackages: Search = async (client, search, signal) => {
  const packages = await client.packages.listPackages({ search, pageSize: maxResults }, { signal });
  const found = packages.items.map((pkg) => ({
    id: pkg.id,
    label: pkg.description ?? pkg.trackingNumber,
    description: pkg.description === null ? placeName(pkg.destination) : pkg.trackingNumber,
    to: `/dashboard/packages?package=${pkg.id}`,
  }));
  return [{ group: t("common.packages"), found }];
};

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

/** Whether every word is in the texts, in any case and width. */
export function matches(words: string, texts: readonly (string | undefined)[]): boolean {
  const text = searchKey(texts.join(" "));
  return searchKey(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
