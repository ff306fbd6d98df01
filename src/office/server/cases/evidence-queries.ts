// The SQL about what is joined to a case when it is opened.
import { sql, type RawBuilder } from "kysely";
import { isShownPhoto } from "#goods/server/db/shown-photos.ts";
import type { CaseEvent, CaseSubject } from "#office/rules/case.ts";
import {
  evidenceLimits,
  type CaseEvidence,
  type EvidencePhotoKind,
} from "#office/rules/case-evidence.ts";
import type { Db } from "#platform/server/db/open.ts";

type Thing = { readonly subject: CaseSubject; readonly subjectId: string };

/** The package of a thing, as SQL; null where it is in none. */
function packageOf({ subject, subjectId }: Thing): RawBuilder<unknown> {
  if (subject === "inbound_parcel") {
    return sql`(select package_id from inbound_parcels where id = ${subjectId})`;
  }
  return subject === "package"
    ? sql`${subjectId}::uuid`
    : sql`(select package_id from ship_requests where id = ${subjectId})`;
}

function parcelsOf(thing: Thing): RawBuilder<unknown> {
  return thing.subject === "inbound_parcel"
    ? sql`inbound_parcels.id = ${thing.subjectId}`
    : sql`inbound_parcels.package_id = ${packageOf(thing)}`;
}

function requestsOf(thing: Thing): RawBuilder<unknown> {
  return thing.subject === "ship_request"
    ? sql`ship_requests.id = ${thing.subjectId}`
    : sql`ship_requests.package_id = ${packageOf(thing)}`;
}

async function listPhotos(db: Db, thing: Thing): Promise<CaseEvidence["photos"]> {
  const { rows } = await sql<{
    readonly fileId: string;
    readonly sha256: Buffer;
    readonly kind: EvidencePhotoKind;
    readonly name: string;
    readonly takenAt: Date;
  }>`
    select files.id as file_id, files.sha256, files.kind, files.created_at as taken_at,
      coalesce(inbound_parcels.tracking_number, inbound_parcels.label_code) as name
    from inbound_parcels join files on files.owner_id = inbound_parcels.id
    where ${parcelsOf(thing)} and files.owner_kind = 'inbound_parcel' and ${isShownPhoto("inbound_parcels")}
    union all
    select files.id, files.sha256, files.kind, files.created_at, ''
    from ship_requests join files on files.owner_id = ship_requests.id
    where ${requestsOf(thing)} and files.owner_kind = 'ship_request' and files.kind in ('open_box', 'closed_on_scale')
    order by taken_at desc, file_id limit ${evidenceLimits.photos}
  `.execute(db);
  return rows.toReversed().map(({ sha256, takenAt, ...photo }) => ({
    ...photo,
    sha256: sha256.toString("hex"),
    takenAt: takenAt.toISOString(),
  }));
}

async function listWeights(db: Db, thing: Thing): Promise<CaseEvidence["weights"]> {
  const { rows } = await sql<{
    readonly name: string;
    readonly weightGrams: number;
    readonly weighedAt: Date;
  }>`
    select coalesce(tracking_number, label_code) as name, weight_grams, received_at as weighed_at from inbound_parcels
    where ${parcelsOf(thing)} and weight_grams is not null and received_at is not null
    union all
    select '', packed_grams, packed_at from ship_requests where ${requestsOf(thing)} and packed_at is not null
    order by weighed_at desc, name limit ${evidenceLimits.weights}
  `.execute(db);
  return rows
    .toReversed()
    .map(({ weighedAt, ...weight }) => ({ ...weight, weighedAt: weighedAt.toISOString() }));
}

async function listEvents(db: Db, thing: Thing): Promise<CaseEvidence["events"]> {
  const { subject, subjectId } = thing;
  const related =
    subject === "inbound_parcel"
      ? sql`select ${subjectId}::uuid`
      : sql`select ${packageOf(thing)} union all select id from ship_requests where ${requestsOf(thing)}`;
  const { rows } = await sql<{ readonly event: CaseEvent; readonly at: Date }>`
    select event, created_at as at from (
      select id, created_at, case
        when subject_kind = 'inbound_parcel' and kind in ('received', 'packed') then kind
        when subject_kind = 'ship_request' and kind = 'box_closed' then 'packed'
        when subject_kind = 'ship_request' and kind = 'accepted' then 'quote_accepted'
        when subject_kind = 'ship_request' and kind = 'handed_over' then kind
        when subject_kind = 'package' and kind = 'package_status_changed' and facts ->> 'after' = 'delivered'
          then 'delivered'
      end as event
      from events where subject_id in (${related})
    ) named where event is not null order by id desc limit ${evidenceLimits.events}
  `.execute(db);
  return rows.toReversed().map(({ event, at }) => ({ event, at: at.toISOString() }));
}

/** What is known of a thing now: its photos by file and hash, its weights and its newest events; none of an account or a transaction. */
export async function findEvidence(db: Db, thing: Thing): Promise<CaseEvidence> {
  if (thing.subject === "account" || thing.subject === "transaction") {
    return { photos: [], weights: [], events: [] };
  }
  return {
    photos: await listPhotos(db, thing),
    weights: await listWeights(db, thing),
    events: await listEvents(db, thing),
  };
}

/** A photo that is still there, and whose parcel or box it shows now; its customer sees none of a receipt that was undone. */
export type EvidenceFile = {
  readonly id: string;
  readonly ownerId: string | null;
  readonly isShown: boolean;
};

/** Those of the photos that are still there. */
export async function listEvidenceFiles(
  db: Db,
  fileIds: readonly string[],
): Promise<EvidenceFile[]> {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<EvidenceFile>`
    select files.id, coalesce(inbound_parcels.user_id, ship_requests.user_id) as owner_id,
      files.owner_kind = 'ship_request' or coalesce(${isShownPhoto("inbound_parcels")}, false) as is_shown
    from files
      left join inbound_parcels on files.owner_kind = 'inbound_parcel' and inbound_parcels.id = files.owner_id
      left join ship_requests on files.owner_kind = 'ship_request' and ship_requests.id = files.owner_id
    where files.id = any(${[...fileIds]}::uuid[]) and files.owner_kind in ('inbound_parcel', 'ship_request')
  `.execute(db);
  return rows;
}
