import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { OwnCase } from "#office/contract/case-fields.ts";
import { useApi } from "#office/web/api.ts";
import "#goods/web/packages/case-slot.ts";
import { useAction } from "#ui/web/action.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { ReplacedPart } from "#ui/web/replaced-part.tsx";
import type { Slots } from "#ui/web/slots.ts";
import { CaseForm } from "./case-form.tsx";
import { CaseNote } from "./case-note.tsx";

/** Asks whether all is fine with what was delivered. */
function Arrival(props: { packageId: string; onWrite: () => void }) {
  const { run, isRunning } = useAction(useApi().packages.confirmPackage.mutationOptions(), {
    done: () => ({ title: t("cases.confirmed") }),
    failed: () => t("cases.notConfirmed"),
  });
  return (
    <Stack gap="sm">
      <Text fw={600}>{t("cases.isAllFine")}</Text>
      <Group gap="sm">
        <Button loading={isRunning} onClick={() => void run({ packageId: props.packageId })}>
          {t("cases.allFine")}
        </Button>
        <Button variant="default" disabled={isRunning} onClick={props.onWrite}>
          {t("cases.somethingWrong")}
        </Button>
      </Group>
    </Stack>
  );
}

type Props = Slots["caseOfThing"];

/** What a new case is about. */
function aboutOf({ subject, subjectId, handedOverIn }: Props) {
  return handedOverIn === undefined
    ? { subject, subjectId }
    : ({ subject: "package", subjectId: handedOverIn } as const);
}

/** What the customer has written about a thing, and about the package with which it was handed over. */
function useWritten(props: Props) {
  const { data, isPending } = useQuery(useApi().cases.listOwnCases.queryOptions({ input: {} }));
  const about = aboutOf(props);
  const isOf = (one: OwnCase, { subject, subjectId }: Pick<OwnCase, "subject" | "subjectId">) =>
    one.subject === subject && one.subjectId === subjectId;
  const written = (data?.items ?? []).filter((one) => isOf(one, props) || isOf(one, about));
  const isOpen = written.some((one) => isOf(one, about) && one.state !== "closed");
  return { about, written, isOpen, isPending };
}

/** Where a customer says that something is wrong with a thing, and what became of it. */
export function CaseOfThing(props: Props) {
  const { news, delivered } = props;
  const { about, written, isOpen, isPending } = useWritten(props);
  const [address] = useSearchParams();
  const [isChosen, setWriting] = useState<boolean | null>(null);
  const close = () => setWriting(false);
  // An email leads to the form.
  const isAddressed = !isPending && !isOpen && address.get("case") === "new";
  const isWriting = isChosen ?? isAddressed;
  const isAsked = delivered?.isConfirmed === false && written.length === 0;
  return (
    <ReplacedPart shown={[isWriting, isAsked, isOpen, isPending].join(" ")}>
      {isWriting ? (
        <CaseForm {...about} news={news} onDone={close} onClose={close} />
      ) : isPending ? null : (
        <Stack gap="sm">
          {written.map((one) => (
            <CaseNote key={one.id} written={one} />
          ))}
          {isAsked ? (
            <Arrival packageId={about.subjectId} onWrite={() => setWriting(true)} />
          ) : (
            <Group>
              <Button variant="subtle" color="gray" size="sm" onClick={() => setWriting(true)}>
                {t(isOpen ? "cases.somethingElse" : "cases.somethingWrong")}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </ReplacedPart>
  );
}
