import { Button, Group } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useState } from "react";
import * as z from "zod/mini";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";
import { useRefetch } from "#ui/web/action.ts";
import { apiErrorCode, apiErrorMessage } from "#ui/web/api.tsx";
import { useApiClient } from "#goods/web/api.ts";
import { joinSentences } from "#ui/web/i18n/texts.ts";
import { useAppForm, type SubmitTools, type SelectField } from "#ui/web/app-form.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { Dialog } from "#ui/web/dialog.tsx";
import { FocusedAlert, Form, FormAlert } from "#ui/web/form.tsx";
import { LazyPart, lazyPart } from "#ui/web/lazy-part.tsx";
import { LoadingLines } from "#ui/web/loading-state.tsx";
import { SectionCard } from "#ui/web/section-card.tsx";
import { readChosenNumbers, writeChosenNumbers, type ChosenNumber } from "./chosen-numbers.ts";
import type { RefusedLine } from "./declared-goods.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { useOpenPackages, packageOption } from "./move-parcels.ts";
import { NumberChips, usePastedNumbers, PasteField } from "./paste-numbers.tsx";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { Select } from "#ui/web/select.tsx";

const DeclaredGoods = lazyPart(async () => (await import("./declared-goods.tsx")).DeclaredGoods);

const schema = z.object({ text: z.string(), numbers: z.string(), place: z.string() });
type Name = keyof z.input<typeof schema>;

const maximum = declarationLimits.numbersPerRequest;

/** Whether declaring changes anything about a number: it is new, or loose and will join the package. */
function isSent(number: ChosenNumber, place: string): boolean {
  if (number.inboundParcelId === null) return true;
  return number.packageTrackingNumber === null && place !== loose;
}

function sentOf(numbers: string, place: string): ChosenNumber[] {
  return readChosenNumbers(numbers).filter((number) => isSent(number, place));
}

function noteOf(number: ChosenNumber, place: string): string | null {
  const { inboundParcelId, packageTrackingNumber } = number;
  if (inboundParcelId === null) return null;
  if (packageTrackingNumber === null)
    return t(place === loose ? "declaring.known.loose" : "declaring.known.joins");
  const id = place === loose ? "declaring.known.inPackage" : "declaring.known.stays";
  return t(id, { trackingNumber: packageTrackingNumber });
}

/** Numbers that stayed in another package, in a sentence. */
function stayedText(numbers: readonly { readonly trackingNumber: string }[]): string {
  const list = new Intl.ListFormat(readerLocale()).format(
    numbers.map(({ trackingNumber }) => trackingNumber),
  );
  return t("declaring.stayed", { numbers: list });
}

/** A number with what the text said of its parcel. */
function declarationOf({ trackingNumber, carrierCode, ...said }: ChosenNumber) {
  const { shop, orderReference, goodsItems, declaredValueMinor, declaredCurrency } = said;
  return {
    trackingNumber,
    carrierCode,
    ...(shop !== "" && { shop }),
    ...(orderReference !== "" && { orderReference }),
    ...(goodsItems.length > 0 && {
      goodsItems: goodsItems.map(({ hsCodeSource: _source, ...item }) => item),
    }),
    ...(goodsItems.length > 0 &&
      declaredValueMinor !== null && { declaredValueMinor, declaredCurrency }),
    ...(said.isValueConfirmed && { isValueConfirmed: true }),
  };
}

/** Declares numbers; without an answer a repeat with the same key declares none twice. */
function useDeclaring() {
  const client = useApiClient();
  const refetch = useRefetch();
  return async (numbers: readonly ChosenNumber[], place: string, tools: SubmitTools<Name>) => {
    const request = {
      items: numbers.map(declarationOf),
      packageId: place === loose ? null : place,
    };
    try {
      const { items, inOtherPackages } = await client.inboundParcels.declareInboundParcels({
        ...request,
        // Of a number that is known already the server makes no second parcel.
        idempotencyKey: tools.readRequestKey(JSON.stringify(request)),
      });
      tools.showToast({
        title: t("declaring.declared", { count: items.length }),
        description: joinSentences([
          ...(inOtherPackages.length > 0 ? [stayedText(inOtherPackages)] : []),
          t("declaring.declaredText"),
        ]),
        kind: "success",
      });
    } finally {
      refetch();
    }
  };
}

/** The number whose goods are open, with the line of them that is refused. */
type OpenGoods = { readonly trackingNumber: string; readonly refused: RefusedLine | null };

/** The refused line of goods that an error names, among the numbers that were sent. */
function refusedGoods(error: unknown, sent: readonly ChosenNumber[]): OpenGoods | null {
  if (apiErrorCode(error) !== "description_refused" || !(error instanceof ORPCError)) return null;
  const { numberIndex, index } = error.data as { numberIndex: number; index: number };
  const number = sent[numberIndex];
  if (number === undefined) return null;
  const message = apiErrorMessage(error, t("common.noDataLost"));
  return { trackingNumber: number.trackingNumber, refused: { index, message } };
}

/** The form with its numbers; everything in it is kept as a draft until it is declared. */
function useDeclareForm() {
  const declare = useDeclaring();
  const { packages } = useOpenPackages();
  const [open, setOpen] = useState<OpenGoods | null>(null);
  // A draft may name a package that has left in the meantime.
  const placeOf = (chosen: string) =>
    packages === undefined || packages.some(({ id }) => id === chosen) ? chosen : loose;
  const form = useAppForm({
    schema,
    initialValues: { text: "", numbers: "", place: loose },
    // The dialog of the goods says why their description is refused.
    fieldOf: { description_refused: "numbers" },
    draft: { name: "declare-parcels" },
    onSubmit: async (values, tools) => {
      const place = placeOf(values.place);
      const sent = sentOf(values.numbers, place);
      if (sent.length === 0) return;
      await declare(sent, place, tools);
      form.write({ numbers: "", place: loose });
      pasted.clear();
    },
    onError: (error, { showToast }) => {
      const { numbers, place } = form.values;
      setOpen(refusedGoods(error, sentOf(numbers, placeOf(place))));
      showToast({
        title: t("declaring.failed"),
        description: apiErrorMessage(error, t("common.noDataLost")),
        kind: "destructive",
      });
    },
  });
  const numbers = readChosenNumbers(form.values.numbers);
  const write = (next: readonly ChosenNumber[]) =>
    form.write({ numbers: writeChosenNumbers(next) });
  const pasted = usePastedNumbers({
    numbers,
    maximum,
    leftOutText: "declaring.leftOut",
    onNumbers: write,
    onText: (text) => form.write({ text }),
  });
  const place = placeOf(form.values.place);
  return { form, numbers, write, pasted, place, packages, goods: { open, setOpen } };
}

/** What is in the parcel of a number that is not declared yet. */
function GoodsDialog(props: {
  numbers: readonly ChosenNumber[];
  goods: ReturnType<typeof useDeclareForm>["goods"];
  onChange: (numbers: readonly ChosenNumber[]) => void;
}) {
  const { numbers, goods, onChange } = props;
  const { open } = goods;
  const number = numbers.find(({ trackingNumber }) => trackingNumber === open?.trackingNumber);
  const close = () => goods.setOpen(null);
  return (
    <Dialog isOpen={number !== undefined} title={t("parcel-goods.title")} size="xl" onClose={close}>
      {number === undefined || open === null ? null : (
        <LazyPart fallback={<LoadingLines lines={4} />}>
          <DeclaredGoods
            number={number}
            refused={open.refused}
            onStated={(stated) => {
              onChange(numbers.map((one) => (one === number ? { ...one, ...stated } : one)));
              close();
            }}
            onClose={close}
          />
        </LazyPart>
      )}
    </Dialog>
  );
}

/** Where pasted text is searched for tracking numbers, which are then declared together. */
export function DeclareCard() {
  const { form, numbers, write, pasted, place, packages, goods } = useDeclareForm();
  const count = numbers.filter((number) => isSent(number, place)).length;
  return (
    <SectionCard title={t("declaring.title")} description={t("declaring.description")}>
      <Form form={form} label={t("declaring.title")}>
        {form.error === null ? null : (
          <FocusedAlert message={apiErrorMessage(form.error, t("common.noDataLost"))} />
        )}
        <PasteField
          field={form.field("text")}
          label={t("declaring.pasted")}
          buttonLabel={t("declaring.find")}
          rows={3}
          pasted={pasted}
        />
        <NumberChips
          numbers={numbers}
          noteOf={(number) => noteOf(number, place)}
          isLocked={form.isSubmitting}
          onGoods={({ trackingNumber }) => goods.setOpen({ trackingNumber, refused: null })}
          onChange={write}
        />
        {numbers.length === 0 ? null : (
          <>
            <PackagePlace field={{ ...form.select("place"), value: place }} packages={packages} />
            {count === 0 ? <FormAlert kind="info" message={t("declaring.nothingNew")} /> : null}
            <Group gap="sm">
              {count === 0 ? null : (
                <Button type="submit" loading={form.isSubmitting}>
                  {t(place === loose ? "declaring.declare" : "declaring.add", { count })}
                </Button>
              )}
              <Button
                variant="default"
                disabled={form.isSubmitting}
                onClick={() => {
                  form.write({ numbers: "", place: loose });
                  pasted.clear();
                }}
              >
                {t("declaring.discard")}
              </Button>
            </Group>
          </>
        )}
      </Form>
      <GoodsDialog numbers={numbers} goods={goods} onChange={write} />
    </SectionCard>
  );
}

/** The place of a parcel that is in no package yet. */
export const loose = "loose";

/** Chooses whether declared parcels stay loose or go into an open package. */
export function PackagePlace(props: {
  field: SelectField;
  packages: readonly ListedPackage[] | undefined;
}) {
  const { packages } = props;
  // Without an open package there is nothing to choose.
  if (packages === undefined || packages.length === 0) return null;
  return (
    <Select
      {...props.field}
      label={t("declaring.package")}
      data={[
        { value: loose, label: t("declaring.noPackage") },
        ...packages.map((pkg) => packageOption(pkg)),
      ]}
      searchable={packages.length > 8}
      nothingFoundMessage={t("package-parcels.noMatch")}
    />
  );
}
