import { Button, Textarea, VisuallyHidden } from "@mantine/core";
import FileText from "lucide-react/icons/file-text";
import { useRef } from "react";
import { longestStoredText } from "#ui/web/drafts.ts";
import type { AppForm } from "#ui/web/app-form.ts";
import { ChooseAgain, TooLongToKeep } from "#ui/web/draft-notes.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { fileText } from "#platform/rules/file-text.ts";

/** Reads a text file from the device, such as a CSV; of one in an unknown encoding the text is null. */
function TextFileButton(props: {
  label: string;
  onChoose: (text: string | null, file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file !== undefined) props.onChoose(await readTextFile(file), file);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<FileText size={16} aria-hidden="true" />}
        onClick={() => input.current?.click()}
        style={{ alignSelf: "flex-start" }}
      >
        {props.label}
      </Button>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label={props.label}
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = "";
            void read(file);
          }}
        />
      </VisuallyHidden>
    </>
  );
}

/**
 * A text that is pasted, or read from a file. The name of a file that is too long for a draft is kept in the field
 * `fileName`, so that it can be named to be chosen again.
 * @param props.onRead is called when a file replaces the text.
 */
export function TextFileField<Name extends string>(props: {
  form: Pick<AppForm<Name | "fileName">, "field" | "values" | "write" | "reject">;
  name: Name;
  label: string;
  placeholder?: string;
  buttonLabel: string;
  onRead: () => void;
}) {
  const { form, name } = props;
  const text = form.values[name];
  const { fileName } = form.values;
  return (
    <>
      <ChooseAgain names={text === "" && fileName !== "" ? [fileName] : []} />
      <TextFileButton
        label={props.buttonLabel}
        onChoose={(chosen, file) => {
          if (chosen === null) {
            const wrong = { [name]: t("common.encodingUnknown") };
            form.reject(wrong as Partial<Record<Name | "fileName", string>>);
            return;
          }
          props.onRead();
          const nameOfLong = chosen.length > longestStoredText ? file.name : "";
          form.write({ [name]: chosen, fileName: nameOfLong } as Record<Name | "fileName", string>);
        }}
      />
      <Textarea
        {...form.field(name)}
        label={props.label}
        placeholder={props.placeholder}
        autosize
        minRows={5}
        maxRows={12}
        spellCheck={false}
        withAsterisk
      />
      <TooLongToKeep text={text} />
    </>
  );
}

/** The text of a file that was chosen; null where it is neither in UTF-8 nor in UTF-16. */
export async function readTextFile(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return fileText(bytes, (encoding) => new TextDecoder(encoding, { fatal: true }));
}
