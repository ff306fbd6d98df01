// Images and PDF files that a customer sent as a proof, and the button that sends more.
import { Anchor, Button, FileButton } from "@mantine/core";
import FileImage from "lucide-react/icons/file-image";
import FileText from "lucide-react/icons/file-text";
import { useRef, useState } from "react";
import { acceptedProof } from "#goods/web/accepted-files.ts";
import classes from "#goods/web/parcels/parcels.module.css";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { acceptedFiles, type FileRules } from "#ui/web/chosen-files.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import { showToast } from "#ui/web/toast.tsx";
import { sendFiles } from "./send-proof.ts";

/**
 * Sends further files at once when they are chosen.
 * @param props.sentCount how many were sent before.
 * @param props.name what it does, with what the files belong to.
 * @param props.place where its toasts stand.
 */
export function AddProof(props: {
  sentCount: number;
  rules: FileRules;
  name: string;
  place: string;
  send: (file: File, idempotencyKey: string) => Promise<unknown>;
}) {
  const { sentCount, rules, place } = props;
  const refetch = useRefetch();
  const [isSending, setSending] = useState(false);
  const resetInput = useRef<() => void>(null);
  const add = async (chosen: readonly File[]) => {
    setSending(true);
    const { accepted, rejected } = await acceptedFiles(chosen, () => sentCount, rules);
    try {
      const proofs = accepted.map((file) => ({ id: crypto.randomUUID(), file }));
      const failed = [...rejected, ...(await sendFiles(proofs, props.send, () => undefined))];
      if (failed.length === 0) {
        showToast({ title: t("parcel-claims.proofAdded"), kind: "success", place });
        return;
      }
      showToast({
        title: t("parcel-claims.filesNotAdded", { count: failed.length }),
        description: joinSentences(
          failed.map(({ name, reason }) => t("parcel-claims.file.nameAndReason", { name, reason })),
        ),
        kind: "warning",
        place,
      });
    } catch (error) {
      showToast({
        title: t("parcel-claims.filesNotAdded", { count: accepted.length }),
        description: apiErrorMessage(error, t("common.offline")),
        kind: "destructive",
        place,
      });
    } finally {
      setSending(false);
      // Allows choosing the same file again.
      resetInput.current?.();
      refetch();
    }
  };
  return (
    <FileButton
      multiple
      accept={acceptedProof}
      resetRef={resetInput}
      onChange={(chosen) => void add(chosen)}
    >
      {(button) => (
        <Button {...button} variant="default" size="sm" loading={isSending} aria-label={props.name}>
          {t("parcel-claims.addProof")}
        </Button>
      )}
    </FileButton>
  );
}

/** The files that were sent, each of which opens. */
export function SentFiles(props: {
  files: readonly { readonly id: string; readonly contentType: string; readonly fileUrl: string }[];
}) {
  return (
    <ul className={`plain-list ${classes["proofs"]}`} aria-label={t("parcel-claims.proofs")}>
      {props.files.map(({ id, contentType, fileUrl }, index) => {
        const isPdf = contentType === "application/pdf";
        const Icon = isPdf ? FileText : FileImage;
        return (
          <li key={id}>
            <Anchor
              href={fileUrl}
              target="_blank"
              rel="noopener"
              size="sm"
              className={classes["proof"] ?? ""}
            >
              <Icon size={16} aria-hidden="true" />
              <span>
                {t(isPdf ? "parcel-claims.proofPdf" : "parcel-claims.proofImage", {
                  number: index + 1,
                })}
              </span>
            </Anchor>
          </li>
        );
      })}
    </ul>
  );
}
