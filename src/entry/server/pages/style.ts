/** The style of all pages, served as a file because the policy allows no other. */
export const style = `
:root { color-scheme: light dark; --text: #1b1f24; --muted: #57606a; --ground: #fff; --line: #8c959f;
  --accent: #0a58ca; --on-accent: #fff; --alert: #a40e26; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --muted: #9aa4ae; --ground: #0d1117; --line: #6e7681; --accent: #6cb0ff;
    --on-accent: #06101c; --alert: #ff9492; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
p, dl, form { margin: 1rem 0; }
.muted { color: var(--muted); }
.alert { color: var(--alert); font-weight: 600; }
label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
input { width: 100%; padding: 0.625rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 0.375rem; }
input.code { font-family: ui-monospace, monospace; font-size: 1.25rem; letter-spacing: 0.1em;
  text-transform: uppercase; }
button { margin: 1rem 0.75rem 0 0; padding: 0.625rem 1rem; font: inherit; font-weight: 600;
  border-radius: 0.375rem; border: 1px solid var(--accent); background: var(--accent);
  color: var(--on-accent); cursor: pointer; }
button.second { background: transparent; color: var(--accent); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
dt { color: var(--muted); }
dd { margin: 0 0 0.5rem; font-weight: 600; overflow-wrap: anywhere; }
`
