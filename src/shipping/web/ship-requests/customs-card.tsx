import { Button, Group, Stack, Text } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import type { RequestDeclaration } from "#shipping/contract/declarations.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { WaitingReason } from "#shipping/rules/ship-request.ts";
import { useApi, useApiClient } from "#shipping/web/api.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorMessage } from "#ui/web/api.tsx";
import { useAppForm } from "#ui/web/app-form.ts";
import { Dialog } from "#ui/web/dialog.tsx";
import { Moment } from "#ui/web/figures.tsx";
import { DialogForm } from "#ui/web/form.tsx";
import { RichText, t } from "#ui/web/i18n/messages.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { NotLoaded } from "#ui/web/states.tsx";
import { CategoryFields, categoryErrors, categoryOf } from "./category-fields.tsx";
import { declarationSummary, DeclaredParcels } from "./declared-parcels.tsx";
import { useShipRequestAct, useShowRequest } from "./use-ship-request-act.tsx";

const schema = z
  .object({ category: z.string(), categoryText: z.string(), commerceType: z.string() })
  .check(({ value, issues }) => {
    for (const [field, message] of Object.entries(categoryErrors(value)))
      issues.push({ code: "custom", path: [field], message, input: value });
  });

function CategoryForm(props: { request: ShipRequest; mayBeGift: boolean; onClose: () => void }) {
  const { request, onClose } = props;
  const client = useApiClient();
  const show = useShowRequest();
  const refetch = useRefetch();
  const { category, categoryText, commerceType } = request;
  const form = useAppForm({
    schema,
    initialValues: { category, categoryText, commerceType },
    draft: { name: `ship-category:${request.id}` },
    fieldOf: { category_not_possible: "category" },
    onSubmit: async (values, { showToast }) => {
      try {
        show(
          await client.shipRequests.changeCategory({
            shipRequestId: request.id,
            expectedVersion: request.version,
            ...categoryOf(values),
          }),
        );
        showToast({ title: t("ship-requests.category.changed"), kind: "success" });
        onClose();
      } finally {
        refetch();
      }
    },
  });
  return (
    <DialogForm
      form={form}
      label={t("ship-requests.category.change")}
      submitLabel={t("ship-requests.category.save")}
      cancelLabel={t("common.close")}
      onCancel={onClose}
      fallback={t("ship-requests.category.notChanged")}
    >
      {request.state === "accepted" ? (
        <Text size="sm">{t("ship-requests.customs.warning")}</Text>
      ) : null}
      <CategoryFields form={form} mayBeGift={props.mayBeGift} />
    </DialogForm>
  );
}

/** What is declared of a request, as it is read. */
export function useDeclaration(shipRequestId: string) {
  return useQuery(useApi().shipRequests.readDeclaration.queryOptions({ input: { shipRequestId } }));
}

/** What a request waits for, in a few words: a gift that was bought is to be sent for another reason. */
export function useWaitingTitle({ id, category }: ShipRequest, reason: WaitingReason): string {
  const { shipRequests } = useApi();
  const isAsked = reason === "declaration" && category === "gift";
  const { data } = useQuery(
    shipRequests.readDeclaration.queryOptions({
      input: isAsked ? { shipRequestId: id } : skipToken,
    }),
  );
  const isBoughtGift = isAsked && data?.category === "gift" && !data.mayBeGift;
  return t(
    isBoughtGift ? "ship-requests.waitingTitle.gift" : `ship-requests.waitingTitle.${reason}`,
  );
}

/** Says that what staff corrected is what was bought, with the name of who says it. */
export function ConfirmGoods(props: { request: ShipRequest }) {
  const { id: shipRequestId } = props.request;
  const client = useApiClient();
  const { act, isActing } = useShipRequestAct({ failed: t("ship-requests.customs.notConfirmed") });
  const declaredHash = useDeclaration(shipRequestId).data?.declaredHash;
  if (declaredHash === undefined) return null;
  const confirm = () => client.shipRequests.confirmDeclaration({ shipRequestId, declaredHash });
  return (
    <Group>
      <Button loading={isActing} onClick={() => void act(confirm)}>
        {t("ship-requests.customs.confirm")}
      </Button>
    </Group>
  );
}

function warningOf({ state }: ShipRequest) {
  return state === "accepted" ? { warning: t("ship-requests.customs.warning") } : {};
}

/** Why the goods are sent, with a button that changes it. */
export function CategoryLine(props: { request: ShipRequest; declaration: RequestDeclaration }) {
  const { request, declaration } = props;
  const { mayChange, mayBeGift } = declaration;
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <>
      <Group gap="sm">
        <Text size="sm">
          {t("ship-requests.category.summary", {
            category: t(`ship-requests.category.${request.category}`),
          })}
        </Text>
        {mayChange ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t("ship-requests.category.change")}
            onClick={() => setChanging(true)}
          >
            {t("ship-requests.customs.change")}
          </Button>
        ) : null}
      </Group>
      <Dialog isOpen={isChanging} onClose={close} title={t("ship-requests.category.change")}>
        {isChanging ? (
          <CategoryForm request={request} mayBeGift={mayBeGift} onClose={close} />
        ) : null}
      </Dialog>
    </>
  );
}

function Declared(props: { request: ShipRequest; declaration: RequestDeclaration }) {
  const { request, declaration } = props;
  const { mayChange, signedAt } = declaration;
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {declarationSummary(declaration)}
      </Text>
      <DeclaredParcels declaration={declaration} mayChange={mayChange} {...warningOf(request)} />
      <CategoryLine request={request} declaration={declaration} />
      {signedAt === null ? null : (
        <Text size="sm" c="dimmed">
          <RichText
            id="ship-requests.customs.signed"
            values={{ time: <Moment at={signedAt} withTime /> }}
          />
        </Text>
      )}
    </Stack>
  );
}

/** What a request declares to customs, to be changed until its label is made. */
export function CustomsCard({ request }: { request: ShipRequest }) {
  const query = useDeclaration(request.id);
  const isEnded = request.state === "cancelled" || request.state === "shelved";
  if (isEnded || query.data?.parcels.length === 0) return null;
  return (
    <SectionCard title={t("ship-requests.step.customs")}>
      {query.data === undefined ? (
        <NotLoaded
          query={query}
          failure={{
            title: t("ship-requests.customs.notLoaded"),
            description: apiErrorMessage(query.error, t("common.noDataLost")),
          }}
          lines={2}
        />
      ) : (
        <Declared request={request} declaration={query.data} />
      )}
    </SectionCard>
  );
}
