import { Stack, Title } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useApi } from "#goods/web/api.ts";
import { DefinitionList } from "#ui/web/section-card.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { Count, Moment } from "#ui/web/figures.tsx";
import { DifferenceList } from "./long-list.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

/**
 * What a stocktake found.
 * @param props.stocktakeId null closes the dialog.
 */
export function StocktakeDialog(props: { stocktakeId: string | null; onClose: () => void }) {
  const api = useApi();
  const { stocktakeId } = props;
  const query = useQuery(
    api.stocktakes.readStocktake.queryOptions({
      input: stocktakeId === null ? skipToken : { stocktakeId },
    }),
  );
  const details = query.data;
  return (
    <Dialog
      isOpen={stocktakeId !== null}
      onClose={props.onClose}
      title={t("stocktake.result")}
      size="lg"
    >
      {details !== undefined ? (
        <Stack gap="lg">
          <DefinitionList
            columns={2}
            items={[
              {
                term: t("stocktake.started"),
                value: <Moment at={details.stocktake.startedAt} withTime />,
              },
              {
                term: t("stocktake.finished"),
                value:
                  details.stocktake.finishedAt === null ? (
                    t("stocktake.goesOn")
                  ) : (
                    <Moment at={details.stocktake.finishedAt} withTime />
                  ),
              },
              {
                term: t("stocktake.countedShelves"),
                value: <Count value={details.stocktake.locationsCount} />,
              },
              {
                term: t("stocktake.foundParcels"),
                value: <Count value={details.stocktake.parcelsCount} />,
              },
              { term: t("stocktake.kind.missing"), value: <Count value={details.missingCount} /> },
              {
                term: t("stocktake.kind.misplaced"),
                value: <Count value={details.misplacedCount} />,
              },
            ]}
          />
          <section>
            <Title order={3} size="h5">
              {t("stocktake.differences")}
            </Title>
            <DifferenceList details={details} />
          </section>
        </Stack>
      ) : (
        <NotLoaded query={query} failure={{ title: t("stocktake.notLoaded") }} lines={8} />
      )}
    </Dialog>
  );
}
