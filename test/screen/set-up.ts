// Loaded again for each file of tests, but what it imports once for each page: observers of the page would add up otherwise,
// and the list of all messages be made again.
import "./quick-react.ts";
import "#app/web/layout/parts-above.ts";
import "./still-pages.ts";
import { loadAllMessages } from "./all-messages.ts";
import { cleanPage } from "./clean-page.ts";
import { keepToasts } from "./lasting-toasts.ts";
import { failOnTextsBesideOthers } from "./translatable-texts.ts";
import { failOnUntypedDrafts } from "./typed-drafts.ts";

// An earlier file may have chosen another language.
await loadAllMessages();

cleanPage();
keepToasts();
failOnUntypedDrafts();
failOnTextsBesideOthers();
