import { Alert, Group, Stack, Text } from "@mantine/core";
import type { RuledFlag } from "#catalogue/rules/goods-rule.ts";
import { ruledFlagLabel } from "#catalogue/web/i18n/contents-labels.ts";
import type { GoodsProof } from "#goods/contract/goods-proof-fields.ts";
import { goodsProofLimits } from "#goods/rules/goods-proof.ts";
import { useApiClient } from "#goods/web/api.ts";
import { Moment, readerLocale } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { documentRules, maxProofSize } from "./claims/send-proof.ts";
import { AddProof, SentFiles } from "./claims/sent-files.tsx";

const rules = documentRules(goodsProofLimits.files, () =>
  t("goods-proof.tooMany", { maximum: goodsProofLimits.files }),
);

function ProofState({ proof }: { proof: GoodsProof }) {
  const { state, reason, sentAt, decidedAt } = proof;
  return (
    <Alert
      color={state === "not_enough" ? "yellow" : state === "seen" ? "green" : "gray"}
      title={t(`goods-proof.state.${state}`)}
    >
      <Text size="sm">{t(`goods-proof.stateText.${state}`)}</Text>
      {state === "not_enough" ? (
        <Text size="sm" className="written-lines">
          {reason}
        </Text>
      ) : null}
      <Text size="sm" c="dimmed">
        <Moment at={state === "sent" ? sentAt : (decidedAt ?? sentAt)} withTime />
      </Text>
    </Alert>
  );
}

/** The proof of what is in a parcel, for its customer to send where some services take that only with one. */
export function ProofCard(props: {
  inboundParcelId: string;
  proof: GoodsProof | null;
  askedFor: readonly RuledFlag[];
}) {
  const { inboundParcelId, proof, askedFor } = props;
  const client = useApiClient();
  const files = proof?.files ?? [];
  const goods = new Intl.ListFormat(readerLocale()).format(askedFor.map(ruledFlagLabel));
  return (
    <SectionCard
      title={t("goods-proof.title")}
      {...(askedFor.length === 0 ? {} : { description: t("goods-proof.askedFor", { goods }) })}
    >
      <Stack gap="md">
        {proof === null ? null : <ProofState proof={proof} />}
        {files.length === 0 ? null : <SentFiles files={files} />}
        {files.length < goodsProofLimits.files ? (
          <Group gap="sm">
            <AddProof
              sentCount={files.length}
              rules={rules}
              name={t("goods-proof.add")}
              place="proof"
              send={(file, idempotencyKey) =>
                client.goods.addProof({ inboundParcelId, file, idempotencyKey })
              }
            />
            <Text size="xs" c="dimmed">
              {t("goods-proof.rules", { maximum: goodsProofLimits.files, size: maxProofSize })}
            </Text>
          </Group>
        ) : null}
      </Stack>
    </SectionCard>
  );
}
