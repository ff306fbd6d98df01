import type { ParcelOwner } from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import {
  formatMemberCode,
  parseMemberCode,
  type MemberCodeError,
} from "#people/rules/member-code.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findParcelOwner } from "#goods/server/inbound-parcels/admin/list-any-parcels.ts";
import { sentence } from "#platform/server/translate.ts";

function sentenceOf(error: MemberCodeError) {
  switch (error.reason) {
    case "look_alike":
      return sentence("errors.memberCodeLookAlike", { character: error.character });
    case "invalid_character":
      return sentence("errors.memberCodeCharacter", { character: error.character });
    case "missing":
    case "wrong_length":
      return sentence("errors.memberCodeLength");
    case "wrong_check_character":
      return sentence("errors.memberCodeMistyped");
  }
}

/**
 * Whose member code stands on a parcel; null where none was read. Throws `invalid_member_code` with what is wrong, also
 * for a code that nobody has.
 */
export async function readMemberCode(
  context: SignedInContext,
  db: Db,
  memberCode: string | null,
): Promise<ParcelOwner | null> {
  if (memberCode === null || memberCode === "") return null;
  const read = parseMemberCode(memberCode);
  if (!read.ok) {
    const { ok: _ok, ...details } = read;
    throw apiError("invalid_member_code", details, sentenceOf(read));
  }
  const owner = await findParcelOwner(context, db, read.code);
  if (owner !== undefined) return owner;
  const code = formatMemberCode(read.code);
  throw apiError(
    "invalid_member_code",
    { reason: "unknown" },
    sentence("errors.memberCodeUnknown", { code }),
  );
}
