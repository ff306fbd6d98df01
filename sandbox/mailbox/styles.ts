export const styles = `
:root {
  color-scheme: light dark;
  --background: light-dark(#f4f6f8, #12171c);
  --card: light-dark(#ffffff, #1a2128);
  --text: light-dark(#18232d, #e8edf1);
  --muted: light-dark(#566572, #9fb0bd);
  --border: light-dark(#dbe2e8, #2e3943);
  --link: light-dark(#0b5f8a, #74c0ea);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; max-width: 62rem; min-height: 100vh;
  display: flex; flex-direction: column; gap: 1.25rem;
  background: var(--background); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
header { display: flex; flex-direction: column; align-items: flex-start; gap: 0.875rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; width: 100%; }
label { color: var(--muted); font-size: 0.875rem; }
input, button, .button {
  min-height: 2.5rem; padding: 0.375rem 0.875rem; border: 1px solid var(--border); border-radius: 0.5rem;
  background: var(--card); color: var(--text); font: inherit; text-decoration: none;
}
input { flex: 1 1 12rem; min-width: 0; border-color: var(--muted); }
button { cursor: pointer; }
.emails { list-style: none; margin: 0; padding: 0; border: 1px solid var(--border); border-radius: 0.75rem; background: var(--card); overflow: hidden; }
.emails li + li { border-top: 1px solid var(--border); }
.emails a { display: grid; grid-template-columns: 1fr auto; gap: 0.125rem 1rem; padding: 0.875rem 1.125rem; color: inherit; text-decoration: none; }
.emails a:hover { background: color-mix(in srgb, var(--link) 7%, transparent); }
.emails a:focus-visible { outline-offset: -3px; border-radius: 0.75rem; }
.emails strong, .excerpt { grid-column: 1 / -1; font-weight: 600; overflow-wrap: anywhere; }
.excerpt { font-weight: 400; color: var(--muted); font-size: 0.875rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-width: 0; }
.to { color: var(--muted); font-size: 0.875rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
time { color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.more { text-align: center; }
.empty { margin: 0; padding: 3rem 1.5rem; border: 1px dashed var(--border); border-radius: 0.75rem; text-align: center; color: var(--muted); }
dl { margin: 0; display: grid; gap: 0.25rem; }
dl div { display: grid; grid-template-columns: 3.5rem 1fr; gap: 0.75rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
nav { display: flex; gap: 1.25rem; }
nav a { padding: 0.375rem 0; color: var(--muted); text-decoration: none; border-bottom: 2px solid transparent; }
nav a[aria-current] { color: var(--text); font-weight: 600; border-color: var(--link); }
.email { flex: 1; display: flex; min-height: 34rem; border: 1px solid var(--border); border-radius: 0.75rem; overflow: hidden; background: var(--card); }
iframe { flex: 1; width: 100%; border: 0; background: #ffffff; color-scheme: light; }
pre { flex: 1; margin: 0; padding: 1.25rem; min-width: 0; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 0.9375rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
@media (max-width: 34rem) { .emails a { grid-template-columns: 1fr; } }
`;
