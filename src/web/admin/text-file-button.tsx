import { Button, VisuallyHidden } from "@mantine/core";
import FileText from "lucide-react/icons/file-text";
import { useRef } from "react";
import { longestStoredText } from "#web/drafts.ts";

/**
 * Reads a text file from the device, such as a CSV.
 * @param props.onText also gets the file's name if the text is too long to be kept in a draft; otherwise an empty one.
 */
export function TextFileButton(props: {
  label: string;
  onText: (text: string, nameOfLong: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
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
            void file
              ?.text()
              .then((text) => props.onText(text, text.length > longestStoredText ? file.name : ""));
          }}
        />
      </VisuallyHidden>
    </>
  );
}
