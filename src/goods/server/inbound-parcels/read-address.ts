import type { AddressCard, OwnAddress } from "#goods/contract/inbound-parcels.ts";
import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { languages, type Language } from "#platform/rules/language.ts";
import { memberAddressLines } from "#goods/rules/member-address.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listOpenWarehouses } from "#catalogue/server/warehouses/list-open-warehouses.ts";
import { getAddressee, type Addressee } from "./address-queries.ts";
import { ensureMemberCode } from "#people/server/inbound-parcels/member-codes/ensure-member-code.ts";

function cardOf(warehouse: Warehouse, addressee: Addressee, memberCode: string): AddressCard {
  const { fullName, latinName } = addressee;
  const linesIn = (language: Language) =>
    memberAddressLines(warehouse.address[language], {
      receiverNamePattern: warehouse.receiverNamePattern,
      name: language === "en" ? (latinName ?? fullName) : fullName,
      memberCode,
    });
  const { id: warehouseId, name, phone, postalCode, timeZone, openingHours } = warehouse;
  return {
    warehouseId,
    name,
    lines: Object.fromEntries(
      languages.map((language) => [language, linesIn(language)]),
    ) as AddressCard["lines"],
    phone,
    postalCode,
    timeZone,
    openingHours,
  };
}

/**
 * The own member code and the address of every warehouse with that code in it. Accounts have their code from the
 * beginning, but for one that a server of the previous version creates during an upgrade: it gets its code here.
 */
export async function readAddress(context: SignedInContext): Promise<OwnAddress> {
  const { db, now } = context;
  const userId = context.session.person.id;
  const [memberCode, addressee, warehouses] = await Promise.all([
    ensureMemberCode(db, userId, now()),
    getAddressee(db, userId),
    listOpenWarehouses(db),
  ]);
  return {
    memberCode,
    items: warehouses.map((warehouse) => cardOf(warehouse, addressee, memberCode)),
    hasPlan: addressee.hasPlan,
    progress: addressee.progress,
  };
}
