import { useEffect, useState } from "react";

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Accepts files pasted or dropped anywhere on the page; returns whether files are dragged over it. */
export function useDroppedFiles(
  onFiles: (files: readonly File[]) => void,
  isLocked: boolean,
): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  useEffect(() => {
    const accept = (event: Event, files: FileList | undefined) => {
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      if (!isLocked) onFiles([...files]);
    };
    const paste = (event: ClipboardEvent) => {
      // Spreadsheets copy a cell as text and image; in a text field the text is intended.
      if (isTextField(event.target) && event.clipboardData?.types.includes("text/plain")) return;
      accept(event, event.clipboardData?.files);
    };
    const drop = (event: DragEvent) => {
      setDraggedOver(false);
      accept(event, event.dataTransfer?.files);
    };
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // Otherwise the browser would open the file instead of the page.
      event.preventDefault();
      setDraggedOver(!isLocked);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDraggedOver(false);
    };
    document.addEventListener("paste", paste);
    document.addEventListener("drop", drop);
    document.addEventListener("dragover", hover);
    document.addEventListener("dragleave", leave);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("drop", drop);
      document.removeEventListener("dragover", hover);
      document.removeEventListener("dragleave", leave);
    };
  }, [onFiles, isLocked]);
  return isDraggedOver;
}
