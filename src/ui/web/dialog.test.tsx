import { MantineProvider, Modal, createTheme } from "@mantine/core";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";

/** Fades for so long that a test sees what a closing dialog shows. */
const slow = createTheme({
  respectReducedMotion: false,
  components: { Modal: Modal.extend({ defaultProps: { transitionProps: { duration: 60_000 } } }) },
});

const close = () => undefined;

/** Says beside the dialog whether it is to be open, which tells when React has rendered it so. */
function page(name: string | null, dialog: ReactNode) {
  return (
    <MantineProvider theme={slow}>
      <p>{name === null ? "Nothing is open" : `Open is ${name}`}</p>
      {dialog}
    </MantineProvider>
  );
}

function note(name: string | null) {
  return page(
    name,
    <Dialog isOpen={name !== null} onClose={close} title={name === null ? null : `About ${name}`}>
      {name === null ? null : (
        <label>
          Note on {name} <input />
        </label>
      )}
    </Dialog>,
  );
}

test("a dialog keeps its title and content while it closes, and begins anew when it opens for something else", async () => {
  const screen = await render(note(null));
  await screen.rerender(note("tea"));
  const dialog = screen.getByRole("dialog", { includeHidden: true });
  const input = dialog.getByLabelText("Note on tea");
  await userEvent.type(input, "Half a sentence");
  await screen.rerender(note(null));
  await expect.element(screen.getByText("Nothing is open")).toBeInTheDocument();
  await expect.element(dialog.getByText("About tea")).toBeInTheDocument();
  await expect.element(input).toHaveValue("Half a sentence");
  await screen.rerender(note("coffee"));
  await expect.element(screen.getByText("Open is coffee")).toBeInTheDocument();
  await expect.element(dialog.getByText("About coffee")).toBeInTheDocument();
  await expect.element(dialog.getByLabelText("Note on coffee")).toHaveValue("");
  await expect.element(input).not.toBeInTheDocument();
});

function question(name: string | null) {
  return page(
    name,
    <ConfirmDialog
      isOpen={name !== null}
      onClose={close}
      title={name === null ? "" : `Delete ${name}?`}
      confirmLabel={name === null ? "" : `Delete ${name}`}
      onConfirm={() => Promise.resolve()}
    >
      {name === null ? null : `Nobody can bring ${name} back.`}
    </ConfirmDialog>,
  );
}

test("a confirmation keeps its question and its buttons while it closes", async () => {
  const screen = await render(question(null));
  await screen.rerender(question("tea"));
  const dialog = screen.getByRole("dialog", { includeHidden: true });
  await expect.element(dialog.getByText("Nobody can bring tea back.")).toBeInTheDocument();
  await screen.rerender(question(null));
  await expect.element(screen.getByText("Nothing is open")).toBeInTheDocument();
  await expect.element(dialog.getByText("Delete tea?")).toBeInTheDocument();
  await expect.element(dialog.getByText("Nobody can bring tea back.")).toBeInTheDocument();
  await expect.element(dialog.getByText("Delete tea", { exact: true })).toBeInTheDocument();
});
