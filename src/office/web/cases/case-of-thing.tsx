import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "#office/web/api.ts";
import "#goods/web/packages/case-slot.ts";
import { useAction } from "#ui/web/action.ts";
import { t } from "#ui/web/i18n/messages.tsx";
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

/** Where a customer says that something is wrong with a thing, and what became of it. */
export function CaseOfThing(props: Slots["caseOfThing"]) {
  const { subject, subjectId, news, delivered } = props;
  const { data, isPending } = useQuery(useApi().cases.listOwnCases.queryOptions({ input: {} }));
  const [address] = useSearchParams();
  const [isChosen, setWriting] = useState<boolean | null>(null);
  const close = () => setWriting(false);
  const written = (data?.items ?? []).filter(
    (one) => one.subject === subject && one.subjectId === subjectId,
  );
  const isOpen = written.some(({ state }) => state !== "closed");
  // An email leads to the form.
  const isAddressed = !isPending && !isOpen && address.get("case") === "new";
  if (isChosen ?? isAddressed)
    return (
      <CaseForm
        subject={subject}
        subjectId={subjectId}
        news={news}
        onDone={close}
        onClose={close}
      />
    );
  if (isPending) return null;
  const isAsked = delivered?.isConfirmed === false && written.length === 0;
  return (
    <Stack gap="sm">
      {written.map((one) => (
        <CaseNote key={one.id} written={one} />
      ))}
      {isAsked ? (
        <Arrival packageId={subjectId} onWrite={() => setWriting(true)} />
      ) : isOpen ? null : (
        <Group>
          <Button variant="subtle" color="gray" size="sm" onClick={() => setWriting(true)}>
            {t("cases.somethingWrong")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
