import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import * as z from "zod/mini";
import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useRefetch, useRefetched } from "#ui/web/action.ts";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { momentText } from "#ui/web/figures.tsx";
import { FormError, Form } from "#ui/web/form.tsx";
import { PhotoInput, PhotoList, UnsentPhotos, usePackingPhotos } from "./packing-photos.tsx";
import { CheckOfContents, findingsField } from "./check-of-contents.tsx";
import { workName, workPlace } from "./request-words.ts";
import { t } from "#ui/web/i18n/messages.tsx";

const refused = z.object({
  text: requiredText(() => t("packing.refusalReasonMissing")),
  findings: z.pipe(
    z.string(),
    z.transform(() => []),
  ),
});

function WorkForm(props: {
  work: ExtraServiceWork;
  isRefusal: boolean;
  isWaiting: boolean;
  onDone: () => void;
}) {
  const { work, isRefusal } = props;
  const client = useApiClient();
  const refetch = useRefetch();
  const title = t(isRefusal ? "packing.refuse" : "packing.finish");
  const form = useAppForm({
    schema: isRefusal
      ? refused
      : z.object({ text: z.string(), findings: findingsField(work.declaredItems) }),
    initialValues: { text: "", findings: "" },
    startAt: "text",
    draft: { name: `extra-service:${work.id}:${isRefusal ? "refusal" : "result"}` },
    onSubmit: async ({ text, findings }, { showToast, removeDraft }) => {
      const extraServiceRequestId = work.id;
      if (isRefusal) {
        await client.extraServices.refuseExtraService({ extraServiceRequestId, reason: text });
      } else {
        await client.extraServices.finishExtraService({
          extraServiceRequestId,
          resultText: text,
          checkedItems: findings,
        });
      }
      removeDraft();
      refetch();
      showToast({
        title: t(isRefusal ? "packing.serviceRefused" : "packing.serviceFinished"),
        kind: "success",
      });
      props.onDone();
    },
    // The goods may have been declared otherwise meanwhile.
    onError: refetch,
  });
  return (
    <Form form={form} label={title}>
      <FormError form={form} fallback={t("packing.actFailed")} />
      {isRefusal || work.declaredItems.length === 0 ? null : (
        <CheckOfContents items={work.declaredItems} field={form.field("findings")} />
      )}
      <Textarea
        {...form.field("text")}
        label={t(isRefusal ? "common.reason" : "packing.result")}
        description={t(isRefusal ? "packing.refusalHint" : "packing.resultHint")}
        rows={3}
        maxLength={500}
        withAsterisk={isRefusal}
      />
      <Group justify="flex-end" gap="sm">
        <Button
          type="submit"
          size="md"
          loading={form.isSubmitting}
          disabled={props.isWaiting}
          {...(isRefusal ? { color: "red" } : {})}
        >
          {title}
        </Button>
      </Group>
    </Form>
  );
}

function Work(props: { work: ExtraServiceWork; onDone: () => void }) {
  const { work } = props;
  const refetched = useRefetched();
  const [isRefusal, setRefusal] = useState(false);
  const { input: photoField, ...photos } = usePackingPhotos({
    camera: null,
    onStored: refetched,
  });
  const subject = { extraServiceRequestId: work.id, kind: "extra_service" } as const;
  return (
    <Stack gap="md">
      <Text size="sm">
        {[workPlace(work), t("packing.dueBy", { moment: momentText(work.dueAt, true) })].join(
          " · ",
        )}
      </Text>
      {work.needsImages ? (
        <Text size="sm">
          {t(work.declaredItems.length > 1 ? "packing.needsPhotoOfEach" : "packing.needsPhotos")}
        </Text>
      ) : null}
      <PhotoList label={t("packing.servicePhotos")} images={work.images} />
      <UnsentPhotos photos={photos} />
      <PhotoInput field={photoField} choose={photos.choose} />
      <Group gap="sm">
        <Button variant="default" size="md" onClick={() => void photos.take(subject)}>
          {t("packing.takePhoto")}
        </Button>
        {work.canRefuse ? (
          <Button variant="subtle" size="md" onClick={() => setRefusal((before) => !before)}>
            {t(isRefusal ? "packing.finishInstead" : "packing.refuseInstead")}
          </Button>
        ) : null}
      </Group>
      <WorkForm
        key={String(isRefusal)}
        work={work}
        isRefusal={isRefusal}
        isWaiting={photos.unsent.length > 0}
        onDone={props.onDone}
      />
    </Stack>
  );
}

/** An ordered extra service: photos of it, what was found, or why it is refused. */
export function ExtraServiceDialog(props: { work: ExtraServiceWork | null; onClose: () => void }) {
  const { work } = props;
  return (
    <Dialog
      isOpen={work !== null}
      onClose={props.onClose}
      title={work === null ? "" : workName(work)}
      size="md"
    >
      {work === null ? null : <Work key={work.id} work={work} onDone={props.onClose} />}
    </Dialog>
  );
}
