export const styles = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f6f8, #12171c);
  --card: light-dark(#ffffff, #1a2128);
  --ink: light-dark(#18232d, #e8edf1);
  --quiet: light-dark(#566572, #9fb0bd);
  --line: light-dark(#dbe2e8, #2e3943);
  --edge: light-dark(#7c8b99, #647789);
  --action: light-dark(#0b5f8a, #74c0ea);
  --wrong: light-dark(#b3261e, #ff9c93);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-variant-numeric: tabular-nums;
}
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; display: grid; gap: 1.25rem; }
h1, h2, p { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; line-height: 1.3; }
.columns { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.25rem; align-items: start; }
.side { display: grid; gap: 1.25rem; }
section { display: grid; gap: 0.875rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); }
.quiet { color: var(--quiet); font-size: 0.875rem; }
.clock { font-size: 1.25rem; font-weight: 700; }
form { display: grid; gap: 0.75rem; margin: 0; }
.line { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
.line label { flex: 1 1 10rem; min-width: 0; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; font-size: 0.875rem; color: var(--quiet); }
label.check { display: flex; align-items: center; gap: 0.625rem; min-height: 2.75rem; color: var(--ink); font-size: 1rem; }
fieldset { display: grid; margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-size: 0.875rem; color: var(--quiet); }
input, select, button {
  min-height: 2.75rem; padding: 0.375rem 0.875rem; border: 1px solid var(--edge); border-radius: 0.5rem;
  background: var(--card); color: var(--ink); font: inherit; max-width: 100%;
}
button { color: var(--action); font-weight: 600; cursor: pointer; white-space: nowrap; flex: none; }
button:hover { border-color: var(--action); }
input, select { width: 100%; min-width: 0; }
.check input { width: 1.25rem; height: 1.25rem; min-height: 0; margin: 0; accent-color: var(--action); }
:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
.numbers { list-style: none; margin: 0; padding: 0; }
.numbers li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.5rem 1rem; padding: 0.75rem 0; border-top: 1px solid var(--line); }
.numbers li > div { min-width: 0; flex: 1 1 16rem; }
.number { overflow-wrap: anywhere; }
.empty { padding: 2rem 1rem; border: 1px dashed var(--line); border-radius: 0.5rem; text-align: center; color: var(--quiet); }
.error { padding: 0.75rem 1rem; border: 1px solid var(--wrong); border-radius: 0.5rem; color: var(--wrong); white-space: pre-wrap; }
@media (max-width: 56rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
`;
