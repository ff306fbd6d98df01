import { Button, VisuallyHidden } from "@mantine/core";
import FileText from "lucide-react/icons/file-text";
import { useRef } from "react";

/** Reads a text file from the device, such as a CSV. */
export function TextFileButton(props: { label: string; onText: (text: string) => void }) {
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
            void file?.text().then(props.onText);
          }}
        />
      </VisuallyHidden>
    </>
  );
}
