// Who has taken which row of a stage, and the buttons with which somebody takes it and gives it back.
import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import type { WorkAssignment } from "#office/contract/work-assignments.ts";
import type { TakeableStage } from "#office/rules/work-item.ts";
import { useApi } from "#office/web/api.ts";
import { useAction } from "#ui/web/action.ts";
import type { Column } from "#ui/web/data-table.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { RowButton } from "#ui/web/row-button.tsx";
import { EmptyState } from "#ui/web/states.tsx";

type Row = { readonly id: string; readonly name: string };

/** What a list needs to show who has its rows. */
export type Taking = {
  readonly kind: TakeableStage;
  /** By the id of the row; undefined while it is not known. */
  readonly taken: ReadonlyMap<string, WorkAssignment> | undefined;
  readonly mayTakeOver: boolean;
  /** The rows to show; undefined: all. */
  readonly ids: readonly string[] | undefined;
};

/** Who has what of a stage; `taking` is null while that is needed and not known. */
export function useTaking(kind: TakeableStage, isMine: boolean) {
  const query = useQuery(useApi().admin.listWorkAssignments.queryOptions({ input: { kind } }));
  const { data } = query;
  const taking: Taking = {
    kind,
    taken: data && new Map(data.items.map((item) => [item.id, item])),
    mayTakeOver: data?.mayTakeOver ?? false,
    ids: isMine ? data?.items.filter(({ isReader }) => isReader).map(({ id }) => id) : undefined,
  };
  return { query, taking: isMine && data === undefined ? null : taking };
}

function TakenBy({ assignment }: { assignment: WorkAssignment | undefined }) {
  if (assignment === undefined) return <span data-none>–</span>;
  return <span>{assignment.isReader ? t("admin-work-items.you") : assignment.name}</span>;
}

/** Who has a row, of a list whose last column has the button. */
export function takenByColumn<Item>({ taken }: Taking, idOf: (item: Item) => string): Column<Item> {
  return {
    key: "takenBy",
    header: t("admin-work-items.takenBy"),
    cell: (item) => taken && <TakenBy assignment={taken.get(idOf(item))} />,
  };
}

function GiveBackButton({ kind, row }: { kind: TakeableStage; row: Row }) {
  const { name } = row;
  const giveBack = useAction(useApi().admin.giveBackWorkItem.mutationOptions(), {
    done: () => null,
    failed: () => t("admin-work-items.notGivenBack", { name }),
    waits: true,
  });
  return (
    <RowButton
      aria-label={t("admin-work-items.giveBackNamed", { name })}
      loading={giveBack.isRunning}
      onClick={() => void giveBack.run({ kind, id: row.id })}
    >
      {t("admin-work-items.giveBack")}
    </RowButton>
  );
}

/** Takes a row that nobody has, or takes it over from `holder`. */
function TakeOneButton(props: { kind: TakeableStage; row: Row; holder: string | null }) {
  const { kind, row, holder } = props;
  const { name } = row;
  const take = useAction(useApi().admin.takeWorkItem.mutationOptions(), {
    done: () => null,
    failed: () => t("admin-work-items.notTaken", { name }),
    waits: true,
  });
  return (
    <RowButton
      aria-label={
        holder === null
          ? t("admin-work-items.takeNamed", { name })
          : t("admin-work-items.takeOverNamed", { name, holder })
      }
      loading={take.isRunning}
      onClick={() => void take.run({ kind, id: row.id })}
    >
      {holder === null ? t("admin-work-items.take") : t("admin-work-items.takeOver")}
    </RowButton>
  );
}

/** Takes a row or gives it back; nothing where somebody else has it, who is not to be replaced. */
export function TakeButton({ taking, row }: { taking: Taking; row: Row }) {
  const { kind, taken, mayTakeOver } = taking;
  if (taken === undefined) return null;
  const assignment = taken.get(row.id);
  if (assignment?.isReader) return <GiveBackButton kind={kind} row={row} />;
  if (assignment !== undefined && !mayTakeOver) return null;
  return <TakeOneButton kind={kind} row={row} holder={assignment?.name ?? null} />;
}

/** Who has a row, with the button: of a list without other buttons, whose rows Enter opens. */
export function takeColumn<Item>(taking: Taking, rowOf: (item: Item) => Row): Column<Item> {
  return {
    ...takenByColumn<Item>(taking, (item) => rowOf(item).id),
    cell: (item) => {
      const row = rowOf(item);
      const assignment = taking.taken?.get(row.id);
      return (
        <Group component="span" gap={8}>
          {assignment === undefined ? null : <TakenBy assignment={assignment} />}
          <TakeButton taking={taking} row={row} />
        </Group>
      );
    },
  };
}

/** Said where the reader has taken none of a list. */
export function NoneMine() {
  return (
    <EmptyState
      icon={<CircleCheck size={22} />}
      title={t("admin-work-items.noneMine")}
      description={t("admin-work-items.noneMineText")}
    />
  );
}
