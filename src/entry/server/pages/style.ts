/** The style of all pages, served as a file because the policy allows no other. */
export const style = `
:root { color-scheme: light dark;
  --canvas: light-dark(#fafaf9, #0e1012); --surface: light-dark(#ffffff, #15181b);
  --sunken: light-dark(#f3f3f1, #0a0c0d); --line: light-dark(#e7e6e3, #24292e);
  --line-control: light-dark(#8b8d93, #6c757e); --ink: light-dark(#1b1d20, #eceef0);
  --ink-soft: light-dark(#4f5359, #b0b7be); --ink-faint: light-dark(#65696f, #929ba3);
  --accent: light-dark(#0f766e, #4fd1c0); --accent-soft: light-dark(#e2f3f0, #12302d);
  --accent-strong: light-dark(#0b5c56, #7be0d2); --on-accent: light-dark(#ffffff, #04211d);
  --bad: light-dark(#b3261e, #ff8f86);
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font-size: 0.9375rem;
  line-height: 1.5; font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums; }
h1, h2 { font-weight: 600; letter-spacing: -0.011em; line-height: 1.3; text-wrap: balance; }
h1 { font-size: 1.375rem; margin: 0 0 1rem; }
h2 { font-size: 1rem; margin: 0 0 0.75rem; }
p, dl, form { margin: 0.75rem 0; }
a { color: var(--accent); text-underline-offset: 3px; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); }
code { font-family: var(--mono); font-size: 0.925em; overflow-wrap: anywhere; }
time { white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.narrow { max-width: 32rem; margin: 0 auto; padding: 3rem 1.25rem; }
.wide { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.muted, .quiet { color: var(--ink-faint); }
.quiet { font-size: 0.8125rem; }
.alert { color: var(--bad); font-weight: 600; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 0.5rem; top: 0.5rem; padding: 0.5rem; background: var(--surface); }

.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem;
  padding: 0.5rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--surface); }
.bar p, .bar form { margin: 0; }
.bar form { margin-left: auto; }
.brand a { color: inherit; font-weight: 600; text-decoration: none; }
.bar ul { display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0; padding: 0; list-style: none; }
.bar nav a { display: block; padding: 0.375rem 0.625rem; border-radius: 8px; color: var(--ink-soft);
  text-decoration: none; }
.bar nav a:hover { background: var(--sunken); }
.bar nav a[aria-current] { background: var(--accent-soft); color: var(--accent-strong);
  font-weight: 600; }

.card { margin: 0 0 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--surface); }
.card > :last-child { margin-bottom: 0; }
.figures { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); margin: 0 0 1rem;
  overflow: hidden; border: 1px solid var(--line); border-radius: 12px;
  background: var(--surface); }
.figures div { padding: 0.75rem 1rem; box-shadow: -1px -1px 0 var(--line); }
.figures dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
dt { color: var(--ink-faint); font-size: 0.8125rem; }
dd { margin: 0 0 0.5rem; font-weight: 600; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1.5rem; }
.facts dt { padding-top: 0.125rem; }
.facts dd { margin: 0; font-weight: 400; }
.statement { font-size: 1.0625rem; white-space: pre-wrap; overflow-wrap: anywhere; }

.memories { margin: 0; padding: 0; list-style: none; }
.memories li { padding: 0.625rem 0; border-top: 1px solid var(--line); }
.memories li:first-child { border-top: 0; }
.memories p { margin: 0; overflow-wrap: anywhere; }
.memories .digest { white-space: pre-wrap; }
.memories a { color: inherit; text-decoration: none; }
.memories a:hover { text-decoration: underline; }
ul.inline { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0 0 0.5rem; padding: 0;
  list-style: none; }
form.inline { display: flex; gap: 0.5rem; margin: 0; }
.badge { display: inline-block; padding: 0 0.5rem; border-radius: 999px; background: var(--sunken);
  color: var(--ink-soft); font-size: 0.75rem; font-weight: 500; }
.badge[class*="kind-"] {
  background: light-dark(oklch(0.955 0.035 var(--hue)), oklch(0.29 0.05 var(--hue)));
  color: light-dark(oklch(0.43 0.12 var(--hue)), oklch(0.86 0.09 var(--hue))); }
.kind-preference { --hue: 305; } .kind-correction { --hue: 35; } .kind-decision { --hue: 268; }
.kind-fact { --hue: 235; } .kind-fix { --hue: 150; } .kind-workaround { --hue: 75; }
.kind-procedure { --hue: 185; } .kind-reference { --hue: 120; } .kind-rule { --hue: 0; }

.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { padding: 0.375rem 0.75rem; color: var(--ink-faint); font-size: 0.75rem; font-weight: 500;
  text-align: left; white-space: nowrap; }
td { padding: 0.375rem 0.75rem; border-top: 1px solid var(--line); }
td form { margin: 0; }
th.number, td.number { text-align: right; white-space: nowrap; }
td code, td button { white-space: nowrap; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }

.chart { margin: 0; }
.chart svg { display: block; width: 100%; height: 72px; fill: var(--accent); }
.chart figcaption { display: flex; justify-content: space-between; margin-top: 0.25rem; }

label, legend { display: block; margin-bottom: 0.25rem; font-weight: 600; }
fieldset { margin: 0.75rem 0; padding: 0; border: 0; }
.check { margin: 0.25rem 0; font-weight: 400; }
input, select, textarea { padding: 0.4375rem 0.5rem; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--line-control); border-radius: 8px; }
.narrow input, .card p > input { width: 100%; }
.card p > input { max-width: 24rem; }
textarea { width: 100%; }
input.code { font-family: var(--mono); font-size: 1.25rem; letter-spacing: 0.1em;
  text-transform: uppercase; }
select { max-width: 100%; height: 2.5rem; }
td select { height: auto; padding: 0.125rem 0.375rem; }
.filters input, .filters button { height: 2.5rem; }
button, a.button { padding: 0.5rem 0.875rem; font: inherit; font-weight: 600; border-radius: 8px;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
  cursor: pointer; }
a.button { display: inline-block; text-decoration: none; }
a.button:hover { color: var(--on-accent); }
.narrow button { margin: 1rem 0.75rem 0 0; }
button.second { background: transparent; color: var(--accent); }
button.danger { border-color: var(--bad); background: transparent; color: var(--bad); }
td button, .quiet-button { padding: 0.125rem 0.625rem; font-size: 0.8125rem; }
.quiet-button { border-color: var(--line-control); background: transparent;
  color: var(--ink-soft); }
.filters { display: flex; flex-wrap: wrap; align-items: end; gap: 0.5rem 0.75rem; margin: 0 0 1rem; }
.filters p { margin: 0; }
@media (max-width: 620px) {
  .bar nav { order: 1; width: 100%; }
  .bar ul { flex-wrap: nowrap; overflow-x: auto; }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts dd { margin-bottom: 0.5rem; }
}
`
