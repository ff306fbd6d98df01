import type { ParcelOwner } from "#contract/inbound-parcels.ts";
import { apiError } from "#contract/errors.ts";
import { formatMemberCode, parseMemberCode, type MemberCodeError } from "#core/member-code.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { findParcelOwner } from "#server/inbound-parcels/admin/list-any-parcels.ts";
import { sentence } from "#server/translate.ts";

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
