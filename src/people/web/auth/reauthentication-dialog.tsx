import type { ReactNode } from "react";
import { Dialog } from "#ui/web/dialog.tsx";
import { useReauthentication, type Reauthentication } from "./reauthentication.tsx";

/** A dialog with an action that may ask for the password again; it cannot be closed meanwhile. */
export function ReauthenticationDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: (reauthentication: Reauthentication) => ReactNode;
}) {
  const { isOpen, onClose, title } = props;
  const reauthentication = useReauthentication();
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={title}
        isBusy={reauthentication.isReauthenticating}
      >
        {props.children(reauthentication)}
      </Dialog>
      {reauthentication.reauthenticationDialog}
    </>
  );
}
