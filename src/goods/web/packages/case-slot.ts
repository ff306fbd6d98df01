import type { Elements } from "#ui/web/elements.ts";
import { slot } from "#ui/web/slots.ts";

declare module "#ui/web/slots.ts" {
  interface Slots {
    readonly caseOfThing: {
      subject: "inbound_parcel" | "package" | "ship_request";
      subjectId: string;
      /** Where it is now, for a customer whose thing has not come. */
      news?: Elements;
      /** The package with which it was handed over: what is wrong is then said of that, for which money can be asked. */
      handedOverIn?: string;
      /** Of a package that was delivered: whether its customer has said that all is fine. */
      delivered?: { readonly isConfirmed: boolean };
    };
  }
}

/** Where a customer says that something is wrong with a parcel, package or ship request. */
export const CaseOfThing = slot("caseOfThing");
