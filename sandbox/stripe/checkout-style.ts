/** The payment pages' style sheet, allowed by its hash, light and dark. */
import { createHash } from "node:crypto";

export const checkoutStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f6f8, #0d141c);
  --card: light-dark(#ffffff, #16202b);
  --ink: light-dark(#14212e, #e8eef4);
  --quiet: light-dark(#52616f, #9fb0c0);
  --line: light-dark(#d5dde4, #2c3a48);
  --field: light-dark(#ffffff, #101923);
  --edge: light-dark(#7c8b99, #647789);
  --action: light-dark(#0b5c8a, #2f8fc7);
  --action-down: light-dark(#084868, #4ba3d6);
  --on-action: light-dark(#ffffff, #06121b);
  --wrong: light-dark(#b3261e, #ff9c93);
  --wrong-back: light-dark(#fdf0ef, #35191a);
  --ribbon: light-dark(#fff3d6, #3a2d0c);
  --ribbon-ink: light-dark(#5c4300, #ffdf94);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
.ribbon {
  margin: 0; padding: 8px 16px; text-align: center; font-size: 14px; font-weight: 600;
  background: var(--ribbon); color: var(--ribbon-ink);
}
main {
  display: grid; gap: 24px; max-width: 960px; margin: 0 auto; padding: 24px 16px 48px;
}
main.single { max-width: 480px; padding-top: 48px; }
h1, h2, p, dl, dd { margin: 0; }
.merchant { display: flex; align-items: center; gap: 10px; font-weight: 600; overflow-wrap: anywhere; }
.mark {
  display: grid; place-items: center; width: 36px; height: 36px; border-radius: 10px; flex: none;
  background: var(--action); color: var(--on-action); font-weight: 700;
}
.due { margin-top: 20px; color: var(--quiet); font-size: 15px; }
.total { font-size: 36px; line-height: 1.15; font-weight: 700; letter-spacing: -0.02em; }
.total small { font-size: 16px; font-weight: 500; letter-spacing: 0; color: var(--quiet); }
.items { margin: 20px 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.items li {
  display: flex; justify-content: space-between; gap: 16px; padding: 12px 0;
  border-bottom: 1px solid var(--line);
}
.items span:first-child { overflow-wrap: anywhere; }
.items small { display: block; color: var(--quiet); }
.note { margin-top: 12px; color: var(--quiet); font-size: 14px; }
.panel {
  padding: 24px; border-radius: 14px; background: var(--card); border: 1px solid var(--line);
  box-shadow: 0 1px 2px rgb(10 25 40 / 6%), 0 12px 32px rgb(10 25 40 / 7%);
}
.panel h1, .panel h2 { font-size: 20px; line-height: 1.3; }
.panel .merchant + h1 { margin-top: 20px; }
.panel p + p { margin-top: 12px; }
form { display: grid; gap: 16px; margin-top: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: start; }
label { display: block; margin-bottom: 6px; font-size: 14px; font-weight: 600; }
input {
  width: 100%; min-height: 46px; padding: 10px 12px; border-radius: 8px; font: inherit;
  color: var(--ink); background: var(--field); border: 1px solid var(--edge);
}
::placeholder { color: var(--quiet); opacity: 1; }
input:read-only { color: var(--quiet); border-style: dashed; }
input[aria-invalid="true"] { border-color: var(--wrong); box-shadow: inset 0 0 0 1px var(--wrong); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
.error { margin-top: 6px; font-size: 14px; color: var(--wrong); }
.alert {
  padding: 12px 14px; border-radius: 8px; font-weight: 600;
  color: var(--wrong); background: var(--wrong-back); border: 1px solid var(--wrong);
}
button, .button {
  display: block; width: 100%; min-height: 50px; padding: 12px 16px; border: 0; border-radius: 10px;
  font: inherit; font-weight: 700; text-align: center; text-decoration: none; cursor: pointer;
  color: var(--on-action); background: var(--action);
}
button:hover, .button:hover { background: var(--action-down); }
.button { margin-top: 20px; }
.back { display: block; padding: 10px; text-align: center; color: var(--quiet); }
details { margin-top: 20px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 14px; }
summary { cursor: pointer; font-weight: 600; }
dl { display: grid; gap: 8px; margin-top: 10px; }
dt { font-weight: 600; white-space: nowrap; }
dd { color: var(--quiet); }
@media (min-width: 800px) {
  main { grid-template-columns: 1fr 1.1fr; gap: 56px; padding-top: 56px; }
  main.single { display: block; }
}
`;

/** The source expression for a Content-Security-Policy that allows this style sheet alone. */
export function styleSource(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}

/** The payment pages' source expression. */
export const checkoutStyleSource = styleSource(checkoutStyle);
