import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { Field } from "./app-form.ts";
import { fileWithinLimits } from "./photo.ts";
import { Alert, Text } from "@mantine/core";
import CircleAlert from "lucide-react/icons/circle-alert";

/** Which files a form takes, and what it says of the others. */
export type FileRules = {
  readonly most: number;
  readonly mostBytes: number;
  readonly takesPdf: boolean;
  readonly wrongKind: () => string;
  readonly empty: () => string;
  readonly tooLarge: () => string;
  readonly tooMany: () => string;
};

export type ChosenFile = {
  readonly id: string;
  readonly file: File;
  /** null: a PDF. */
  readonly previewUrl: string | null;
};

/** A file that was not taken or not sent, and why; it has an `id` because pasted images share one name. */
export type RejectedFile = { readonly id: string; readonly name: string; readonly reason: string };

function isPdf(file: File): boolean {
  return file.type === "application/pdf" || /\.pdf$/i.test(file.name);
}

/** Why a file is not taken; null if it is. The server checks the content. */
function fileError(file: File, rules: FileRules): string | null {
  const isImage = file.type.startsWith("image/") || /\.hei[cf]$/i.test(file.name);
  if (!isImage && !(rules.takesPdf && isPdf(file))) return rules.wrongKind();
  if (file.size === 0) return rules.empty();
  return file.size > rules.mostBytes ? rules.tooLarge() : null;
}

/**
 * Those of `files` that are taken, beside those that `count` returns once they are read, and why the others are not.
 * Photos that are too large are made smaller where the browser can read them.
 */
export async function acceptedFiles(files: readonly File[], count: () => number, rules: FileRules) {
  const sized: File[] = [];
  // One after the other, because a large photo takes much memory.
  for (const file of files) {
    sized.push(isPdf(file) ? file : await fileWithinLimits(file, rules.mostBytes));
  }
  const before = count();
  const accepted: File[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of sized) {
    const limitError = before + accepted.length >= rules.most ? rules.tooMany() : null;
    const reason = fileError(file, rules) ?? limitError;
    if (reason === null) accepted.push(file);
    else rejected.push({ id: crypto.randomUUID(), name: file.name, reason });
  }
  return { accepted, rejected };
}

/** The chosen files, and those that were rejected last. */
export function useChosenFiles(rules: FileRules) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const previewUrls = useRef(new Set<string>());
  const isGone = useRef(false);
  useEffect(() => {
    const urls = previewUrls.current;
    isGone.current = false;
    return () => {
      isGone.current = true;
      for (const url of urls) URL.revokeObjectURL(url);
      urls.clear();
    };
  }, []);
  const count = useRef(0);
  const add = async (added: readonly File[]) => {
    const result = await acceptedFiles(added, () => count.current, rules);
    if (isGone.current) return;
    count.current += result.accepted.length;
    setRejected(result.rejected);
    const chosen = result.accepted.map((file) => {
      const previewUrl = isPdf(file) ? null : URL.createObjectURL(file);
      if (previewUrl !== null) previewUrls.current.add(previewUrl);
      return { id: crypto.randomUUID(), file, previewUrl };
    });
    setFiles((current) => [...current, ...chosen]);
  };
  const remove = (ids: readonly string[]) => {
    for (const { id, previewUrl } of files) {
      if (previewUrl === null || !ids.includes(id)) continue;
      URL.revokeObjectURL(previewUrl);
      previewUrls.current.delete(previewUrl);
    }
    setRejected((current) => current.filter(({ id }) => !ids.includes(id)));
    count.current = files.filter(({ id }) => !ids.includes(id)).length;
    setFiles((current) => current.filter(({ id }) => !ids.includes(id)));
  };
  return { files, rejected, add, remove, reject: setRejected };
}

/**
 * Keeps the names of the chosen files in a field, and with it in the draft; returns those that have to be chosen again,
 * because no browser keeps files when a page is loaded again.
 */
export function useLostFiles(
  field: Field,
  files: readonly { readonly file: File }[],
): readonly string[] {
  const names = files.map(({ file }) => file.name).join("\n");
  const written = useRef("");
  // Before the screen shows that no file is chosen any more.
  useLayoutEffect(() => {
    if (names === written.current) return;
    written.current = names;
    field.onChange(names);
  });
  return files.length > 0 || field.value === "" ? [] : field.value.split("\n");
}

/** @param props.sentence says why the file of that name was rejected. */
export function RejectedFiles(props: {
  rejected: readonly RejectedFile[];
  sentence: (name: ReactNode, reason: string) => ReactNode;
}) {
  if (props.rejected.length === 0) return null;
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} />} mt="sm">
      {props.rejected.map(({ id, name, reason }) => (
        <Text key={id} size="sm" style={{ overflowWrap: "anywhere" }}>
          {props.sentence(<strong>{name}</strong>, reason)}
        </Text>
      ))}
    </Alert>
  );
}
