/** The controls page's style sheet: that of the payment pages, with tables and small buttons. */
import { checkoutStyle, styleSource } from "#sandbox/stripe/checkout-style.ts";

export const controlsStyle = `${checkoutStyle}
main.wide { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 1120px; gap: 24px; padding-top: 32px; }
h1 { font-size: 28px; line-height: 1.2; margin-top: 16px; }
.scroll { overflow-x: auto; margin-top: 12px; }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
th, td { padding: 10px 12px 10px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-size: 13px; font-weight: 600; }
td small { display: block; color: var(--quiet); font-weight: 400; overflow-wrap: anywhere; }
td.card { white-space: nowrap; text-transform: capitalize; }
td.card small { text-transform: none; }
td.amount { white-space: nowrap; font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; }
.actions form { display: flex; gap: 8px; margin: 0; }
.actions button {
  width: auto; min-height: 36px; padding: 6px 12px; border-radius: 8px; font-size: 14px; font-weight: 600;
  color: var(--action); background: var(--card); border: 1px solid var(--edge);
}
.actions button:hover { color: var(--on-action); background: var(--action); }
.actions input { width: 7em; min-height: 36px; padding: 4px 8px; font-size: 14px; }
.actions input.number { width: 12.5em; }
.status { font-weight: 600; white-space: nowrap; }
.clock { font-size: 22px; font-weight: 700; margin-top: 8px; }
.panel .actions { margin-top: 12px; }
.panel td .actions { margin-top: 0; }
@media (max-width: 720px) {
  thead { display: none; }
  tr, td { display: block; }
  tr { padding: 12px 0; border-bottom: 1px solid var(--line); }
  td { padding: 2px 0; border: 0; }
  td .actions { padding-top: 6px; }
}
`;

/** The style sheet's source expression for a Content-Security-Policy. */
export const controlsStyleSource = styleSource(controlsStyle);
