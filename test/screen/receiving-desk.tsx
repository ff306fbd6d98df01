// The receiving desk for screen tests, with an outbox that only notes what is put into it.
import { expect } from "vitest";
import type { ScanAnswer } from "#goods/contract/receiving.ts";
import type { StaffInboundParcel } from "#goods/contract/inbound-parcels.ts";
import { brandSlug } from "#platform/rules/brand.ts";
import { useDeskSettings } from "#goods/web/receiving/desk-memory.ts";
import { ReceivingDesk } from "#goods/web/receiving/receiving-page.tsx";
import type {
  MoveInput,
  ReceivingBody,
  ReceivingOutbox,
  ReceivingRecord,
} from "#goods/web/receiving/receiving-records.ts";
import { DraftOwner } from "#ui/web/form-draft.ts";
import type { FakeAnswers } from "./fake-client.ts";
import { expectedParcel } from "./parcels.ts";
import { showScreen } from "./show-screen.tsx";

export const deskStorageKey = `${brandSlug}-receiving-desk`;

export const warehouse = {
  id: "00000000-0000-4000-8000-000000000401",
  code: "HK1",
  name: "Kwun Tong",
};
export const owner: NonNullable<StaffInboundParcel["owner"]> = {
  userId: "00000000-0000-4000-8000-000000000002",
  nameInitial: "M",
  memberCode: "S7K32QX",
  plan: "Super",
  email: null,
  accountState: "active",
};
export const declared: StaffInboundParcel = {
  ...expectedParcel,
  owner,
  storageLocationCode: null,
  missingSince: null,
};

export function answerOf(fields: Partial<ScanAnswer>): ScanAnswer {
  return {
    outcome: "unmatched",
    trackingNumber: null,
    carrierCode: null,
    parcel: null,
    candidates: [],
    owner: null,
    packageId: null,
    storageLocationCode: null,
    ...fields,
  };
}

export const matched = (trackingNumber: string) =>
  answerOf({ outcome: "matched", trackingNumber, parcel: { ...declared, trackingNumber } });

type Added = Exclude<ReceivingBody, { kind: "stored" }>;

function Desk(props: { outbox: ReceivingOutbox; draftOwner: string | null }) {
  const { settings, change } = useDeskSettings();
  const awaited = [
    { trackingNumber: "SF4000000000001", memberCode: "S7K32QX", nameInitial: "M", plan: null },
  ];
  return (
    <DraftOwner value={props.draftOwner}>
      <ReceivingDesk
        outbox={props.outbox}
        awaited={awaited}
        settings={settings}
        onSettings={change}
      />
    </DraftOwner>
  );
}

type ReadScan = NonNullable<NonNullable<FakeAnswers["receiving"]>["readScan"]>;

function scanAnswers(scans: Readonly<Record<string, ScanAnswer | Error>>): ReadScan {
  return async ({ scan, memberCode }) => {
    const answer = scans[`${scan} ${memberCode ?? ""}`.trim()];
    if (answer === undefined) throw new Error(`No answer for ${scan}.`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

export async function showDesk(
  scans: Readonly<Record<string, ScanAnswer | Error>>,
  options: {
    readonly records?: readonly ReceivingRecord[];
    readonly isUnknown?: boolean;
    readonly isRead?: boolean;
    readonly isFull?: boolean;
    /** The account whose drafts the desk keeps; without it none. */
    readonly draftOwner?: string;
    /** Of further operations of the desk. */
    readonly answers?: FakeAnswers["receiving"];
  } = {},
) {
  const added: Added[] = [];
  const resent: Added[] = [];
  const [moved, movedAgain]: [MoveInput[], MoveInput[]] = [[], []];
  const discarded: string[] = [];
  const listeners = new Set<Parameters<ReceivingOutbox["onAnswer"]>[0]>();
  const outbox: ReceivingOutbox = {
    records: options.records ?? [],
    isOnline: true,
    isRead: options.isRead ?? true,
    isFull: options.isFull ?? false,
    add: async (body) => {
      if (body.kind === "stored") moved.push(body.input);
      else added.push(body);
    },
    resend: async (body) => {
      if (body.kind === "stored") movedAgain.push(body.input);
      else resent.push(body);
    },
    discard: async (records) => void discarded.push(...records.map(({ key }) => key)),
    onAnswer: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const readScan = scanAnswers(scans);
  if (options.isUnknown !== true) {
    localStorage.setItem(
      deskStorageKey,
      JSON.stringify({ warehouseId: warehouse.id, station: "Desk 2", isMuted: true }),
    );
  }
  const { screen } = await showScreen({
    element: <Desk outbox={outbox} draftOwner={options.draftOwner ?? null} />,
    path: "/admin/dashboard/receiving",
    answers: {
      receiving: {
        readScan,
        listReceivingWarehouses: async () => ({ items: [warehouse] }),
        listOwnRecords: async () => ({ items: [] }),
        readReceivingDay: async () => ({ todayCount: 214, lastHourCount: 61 }),
        ...options.answers,
      },
    },
  });
  const banner = async (words: string) => {
    await expect.element(screen.getByRole("heading", { level: 2, name: words })).toBeVisible();
  };
  /** The server has what was added last, as a received parcel. */
  const confirm = (parcel: StaffInboundParcel) => {
    const body = added.at(-1);
    if (body === undefined) throw new Error("Nothing was added.");
    const { idempotencyKey: key } = body.input;
    const record = { key, userId: "u", addedAt: 1, isSent: false, refusal: null, body };
    for (const listener of listeners) listener(record, { outcome: "matched", parcel });
  };
  return { screen, added, resent, moved, movedAgain, discarded, banner, confirm };
}
