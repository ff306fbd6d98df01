import { Alert, Button, Group, List, Stack, Switch, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { StocktakeDetails } from "#goods/contract/stocktakes.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useApi } from "#goods/web/api.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

type FinishProps = {
  stocktakeId: string;
  details: StocktakeDetails | undefined;
  shelvesCount: number;
  unsentCount: number;
  onFinished: () => void;
  onClose: () => void;
};

/** What finishing does, in numbers. */
function Effects(props: {
  details: StocktakeDetails;
  shelvesCount: number;
  movesMisplaced: boolean;
}) {
  const { details, shelvesCount, movesMisplaced } = props;
  const { missingCount, misplacedCount, stocktake } = details;
  const uncounted = Math.max(0, shelvesCount - stocktake.locationsCount);
  return (
    <List spacing="xs" size="sm">
      <List.Item>
        {t("stocktake.willCount", {
          parcels: stocktake.parcelsCount,
          shelves: stocktake.locationsCount,
        })}
      </List.Item>
      <List.Item>
        {t(movesMisplaced ? "stocktake.willMove" : "stocktake.willNotMove", {
          count: misplacedCount,
        })}
      </List.Item>
      <List.Item>{t("stocktake.willMark", { count: missingCount })}</List.Item>
      {uncounted === 0 ? null : (
        <List.Item>{t("stocktake.uncountedShelves", { count: uncounted })}</List.Item>
      )}
    </List>
  );
}

function FinishForm(props: FinishProps) {
  const { stocktakeId, details, unsentCount, onFinished } = props;
  const api = useApi();
  const [movesMisplaced, setMovesMisplaced] = useState(true);
  const finish = useMutation(
    api.stocktakes.finishStocktake.mutationOptions({ onSuccess: onFinished }),
  );
  return (
    <Stack gap="lg">
      {details === undefined ? (
        <Text size="sm">{t("stocktake.finishNeedsNetwork")}</Text>
      ) : (
        <Effects
          details={details}
          shelvesCount={props.shelvesCount}
          movesMisplaced={movesMisplaced}
        />
      )}
      {details === undefined || details.misplacedCount === 0 ? null : (
        <Switch
          size="md"
          label={t("stocktake.moveMisplaced")}
          checked={movesMisplaced}
          onChange={(event) => setMovesMisplaced(event.currentTarget.checked)}
        />
      )}
      <Text size="sm">{t("stocktake.otherDevices")}</Text>
      {unsentCount > 0 ? (
        <Alert color="orange" role="status">
          {t("stocktake.finishNeedsScans", { count: unsentCount })}
        </Alert>
      ) : null}
      {finish.isError ? (
        <Alert color="red" role="alert">
          {apiErrorMessage(finish.error, t("stocktake.notFinished"))}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" size="md" disabled={finish.isPending} onClick={props.onClose}>
          {t("stocktake.continue")}
        </Button>
        <Button
          size="md"
          loading={finish.isPending}
          disabled={details === undefined || unsentCount > 0}
          onClick={() => finish.mutate({ stocktakeId, movesMisplaced })}
        >
          {t("stocktake.finish")}
        </Button>
      </Group>
    </Stack>
  );
}

/** Says what finishing will do, and finishes. */
export function FinishDialog(props: FinishProps & { isOpen: boolean }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t("stocktake.finishTitle")}
      size="md"
    >
      {props.isOpen ? <FinishForm {...props} /> : null}
    </Dialog>
  );
}
