import { Button, Group, Text, TextInput } from "@mantine/core";
import {
  useRef,
  useState,
  useEffect,
  useId,
  useImperativeHandle,
  type PointerEvent,
  type Ref,
} from "react";
import * as z from "zod/mini";
import type { Manifest } from "#shipping/contract/manifests.ts";
import { manifestLimits } from "#shipping/rules/manifest.ts";
import { useApiClient } from "#shipping/web/api.ts";
import { useCarriers } from "#catalogue/web/carriers/use-carriers.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { requiredText } from "#ui/web/field-rules.ts";
import { FormError, Form } from "#ui/web/form.tsx";
import { useShowManifest } from "./manifest-changes.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import classes from "./manifests.module.css";

const schema = z.object({ receiverName: requiredText(() => t("manifests.receiverMissing")) });

function HandOverForm({ manifest, onDone }: { manifest: Manifest; onDone: () => void }) {
  const client = useApiClient();
  const show = useShowManifest(manifest.id);
  const signature = useRef<SignaturePadHandle>(null);
  // The same for every attempt, so that one that was sent twice counts once.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [isMissing, setMissing] = useState(false);
  const checkSignature = async () => {
    const picture = (await signature.current?.read()) ?? null;
    setMissing(picture === null);
    return picture;
  };
  const form = useAppForm({
    schema,
    initialValues: { receiverName: "" },
    draft: { name: `hand-over:${manifest.id}` },
    startAt: "receiverName",
    onInvalid: () => void checkSignature(),
    onSubmit: async ({ receiverName }) => {
      const picture = await checkSignature();
      if (picture === null) return;
      const manifestId = manifest.id;
      const input = { manifestId, receiverName, signature: picture, idempotencyKey };
      show(await client.manifests.handOverManifest(input));
      onDone();
    },
  });
  return (
    <Form form={form} label={t("manifests.handOver")}>
      <FormError form={form} fallback={t("toasts.unexpected.description")} />
      <Text size="sm">{t("manifests.handOverHint", { count: manifest.packagesCount })}</Text>
      <TextInput
        {...form.field("receiverName")}
        size="md"
        label={t("manifests.receiver")}
        withAsterisk
        autoComplete="off"
        maxLength={manifestLimits.receiverName}
      />
      <SignaturePad handle={signature} isMissing={isMissing} onDrawn={() => setMissing(false)} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" size="md" disabled={form.isSubmitting} onClick={onDone}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" size="md" loading={form.isSubmitting}>
          {t("manifests.handOver")}
        </Button>
      </Group>
    </Form>
  );
}

/** Takes the name and signature of who receives the packages, and hands them over. */
export function HandOverDialog(props: {
  isOpen: boolean;
  manifest: Manifest;
  onClose: () => void;
}) {
  const { nameOf } = useCarriers();
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("manifests.handOverTitle", { carrier: nameOf(props.manifest.carrierCode) })}
      size="md"
    >
      {props.isOpen ? <HandOverForm manifest={props.manifest} onDone={props.onClose} /> : null}
    </Dialog>
  );
}

/** Of the picture that is sent, which the screen shows smaller or larger. */
const size = { width: 600, height: 200 } as const;

/** What a form needs of the pad: the picture, null while nothing is drawn. */
export type SignaturePadHandle = { readonly read: () => Promise<File | null> };

function prepare(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size.width, size.height);
  context.strokeStyle = "#000";
  context.lineWidth = 3;
  context.lineCap = "round";
  context.lineJoin = "round";
}

/** Where on the picture a finger, pen or mouse is. */
function placeOf(event: PointerEvent<HTMLCanvasElement>): readonly [number, number] {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const x = ((event.clientX - left) / width) * size.width;
  return [x, ((event.clientY - top) / height) * size.height];
}

async function pictureOf(canvas: HTMLCanvasElement): Promise<File | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return blob === null ? null : new File([blob], "signature.png", { type: "image/png" });
}

/** Where somebody signs with a finger, a pen or the mouse. */
export function SignaturePad(props: {
  handle: Ref<SignaturePadHandle>;
  isMissing: boolean;
  onDrawn: () => void;
}) {
  const { handle, isMissing, onDrawn } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawn = useRef(false);
  const hintId = useId();
  useEffect(() => {
    if (canvas.current !== null) prepare(canvas.current);
  }, []);
  useImperativeHandle(handle, () => ({
    read: async () =>
      isDrawn.current && canvas.current !== null ? await pictureOf(canvas.current) : null,
  }));
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = event.currentTarget.getContext("2d");
    event.currentTarget.setPointerCapture(event.pointerId);
    context?.beginPath();
    context?.moveTo(...placeOf(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const context = event.currentTarget.getContext("2d");
    context?.lineTo(...placeOf(event));
    context?.stroke();
    if (!isDrawn.current) onDrawn();
    isDrawn.current = true;
  };
  const clear = () => {
    if (canvas.current !== null) prepare(canvas.current);
    isDrawn.current = false;
  };
  return (
    <div>
      <Group justify="space-between" align="flex-end" mb={4}>
        <div>
          <Text size="sm" fw={500}>
            {t("manifests.signature")}
          </Text>
          <Text size="xs" c="dimmed" id={hintId}>
            {t("manifests.signatureHint")}
          </Text>
        </div>
        <Button variant="default" size="compact-sm" onClick={clear}>
          {t("manifests.clear")}
        </Button>
      </Group>
      <canvas
        ref={canvas}
        className={classes["pad"]}
        width={size.width}
        height={size.height}
        role="img"
        aria-label={t("manifests.signature")}
        aria-describedby={hintId}
        data-wrong={isMissing || undefined}
        onPointerDown={begin}
        onPointerMove={draw}
      />
      {isMissing ? (
        <Text size="sm" c="red" role="alert" mt={4}>
          {t("manifests.signatureMissing")}
        </Text>
      ) : null}
    </div>
  );
}
