import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { Dialog, DialogButtons } from "#ui/web/dialog.tsx";
import { FormAlert } from "#ui/web/form.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { Select } from "#ui/web/select.tsx";
import { shipParcelsPath } from "./chosen-parcels.ts";
import { useParcelMoves, packageOption, useOpenPackages } from "./move-parcels.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** The choice that leads to New Package. */
const newPackage = "new";

type Parcels = readonly Pick<InboundParcel, "id" | "trackingNumber" | "packageId" | "state">[];

function Choice(props: { parcels: Parcels; onDone: () => void; onClose: () => void }) {
  const { parcels } = props;
  const navigate = useNavigate();
  const { packages, error } = useOpenPackages();
  const { move, isMoving } = useParcelMoves();
  const [chosen, setChosen] = useState<string | null>(null);
  if (packages === undefined) {
    return error === null ? (
      <LoadingLines lines={4} />
    ) : (
      <FormAlert message={apiErrorMessage(error, t("package-parcels.packagesNotLoaded"))} />
    );
  }
  const others = packages.filter(({ id }) => parcels.some(({ packageId }) => packageId !== id));
  const choice = chosen ?? others[0]?.id ?? newPackage;
  const numbers = parcels.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  // A new package of what is here is made by the page that ships it.
  const isShipped = parcels.every(
    ({ state, packageId }) => state === "received" && packageId === null,
  );
  const isNumberMissing = choice === newPackage && !isShipped && numbers.length < parcels.length;
  const confirm = async () => {
    const pkg = others.find(({ id }) => id === choice);
    if (pkg === undefined) {
      if (isShipped) await navigate(shipParcelsPath(parcels.map(({ id }) => id)));
      else await navigate("/dashboard/packages/new", { state: { trackingNumbers: numbers } });
      return;
    }
    const isMoved = await move(
      parcels.map(({ id }) => id),
      pkg,
    );
    if (isMoved) props.onDone();
  };
  return (
    <Stack gap="lg">
      <Text size="sm">{t("package-parcels.put.text")}</Text>
      <Select
        label={t("package-parcels.put.into")}
        data={[
          ...others.map(packageOption),
          { value: newPackage, label: t("package-parcels.put.new") },
        ]}
        value={choice}
        searchable={others.length > 8}
        nothingFoundMessage={t("package-parcels.noMatch")}
        onChange={setChosen}
        {...(choice === newPackage && !isNumberMissing
          ? { description: t("package-parcels.put.newText") }
          : {})}
        error={isNumberMissing ? t("package-parcels.put.numberMissing") : null}
      />
      <DialogButtons
        label={t(
          choice === newPackage ? "package-parcels.put.continue" : "package-parcels.put.confirm",
        )}
        isRunning={isMoving}
        isDisabled={isNumberMissing}
        onCancel={props.onClose}
        onConfirm={() => void confirm()}
      />
    </Stack>
  );
}

/** Puts parcels into an open package, or leads to a new one. `onDone` is called once they are in it. */
export function PutIntoPackageDialog(props: {
  isOpen: boolean;
  parcels: Parcels;
  onDone: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("package-parcels.put.title", { count: props.parcels.length })}
    >
      <Choice parcels={props.parcels} onDone={props.onDone} onClose={props.onClose} />
    </Dialog>
  );
}
