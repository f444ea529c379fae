/** The style sheet of the local cloud's pages, in the site's colors. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #14100c; --text-color: var(--ink); --muted-text-color: #5d5143; --page-background: #f4ecdf; --card-background: #fbf6ec; --border-color: #cdc0aa;
  --accent-color: #8a4f00; --highlight-color: #f2a73b; --error-color: #b02a1b;
  --heading-font: Rockwell, Georgia, serif; --body-font: system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --text-color: #f1e8da; --muted-text-color: #bcae99; --page-background: #1d1711; --card-background: #2a2118;
  --border-color: #463a2d; --accent-color: #f2a73b; --error-color: #ff9c8c } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page-background); color: var(--text-color); font: 1rem/1.5 var(--body-font);
  overflow-wrap: anywhere }
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem }
main.narrow { max-width: 30.5rem; padding-top: min(12vh, 5rem) }
.bar { background: var(--ink); color: #f4ecdf }
.bar ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: center; max-width: 68rem; min-height: 3.5rem;
  margin: 0 auto; padding: 0 1.25rem; list-style: none }
.bar li:first-child { font-family: var(--heading-font); font-weight: 500; font-size: 1.15rem; letter-spacing: -.01em; margin-right: auto }
.bar a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; text-decoration: none }
.bar a[aria-current] { box-shadow: inset 0 -3px #f2a73b }
h1, h2 { font-family: var(--heading-font); font-weight: 500; letter-spacing: -.016em; line-height: 1.15; text-wrap: balance }
h1 { font-size: 2.5rem; font-weight: 450; letter-spacing: -.024em; line-height: 1.06; margin: 0 0 .9rem }
h2 { font-size: 1.45rem; margin: 3.5rem 0 .9rem; padding-top: 1rem; border-top: 1px solid var(--border-color) }
main.narrow h2 { padding: 0; border: 0 }
p { margin: 0 0 1rem; max-width: 42rem }
.soft { color: var(--muted-text-color) }
.bad { color: var(--error-color) }
a { color: var(--accent-color) }
pre { margin: 0; padding: 1rem; background: var(--card-background); border: 1px solid var(--border-color); white-space: pre-wrap;
  font: .95rem/1.5 ui-monospace, monospace }
table { width: 100%; font-variant-numeric: tabular-nums; border-collapse: collapse; background: var(--card-background); border: 1px solid var(--border-color);
  border-top: .25rem solid var(--text-color); font-size: .95rem; margin-bottom: 1.5rem }
th, td { text-align: left; padding: .55rem .8rem; border-bottom: 1px solid var(--border-color); vertical-align: top }
th { color: var(--muted-text-color); font-weight: 500; overflow-wrap: normal }
tr:last-child td, tr:last-child th { border-bottom: 0 }
form { margin: 0 }
fieldset { display: flex; min-width: 0; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; border: 1px solid var(--border-color);
  background: var(--card-background); margin: 0 0 1rem; padding: .75rem 1rem 1rem }
legend { padding: 0 .4rem; font: 500 1.15rem/1.3 var(--heading-font) }
label { display: grid; grid-template-columns: minmax(0, 1fr); min-width: 0; gap: .2rem; font-size: .9rem; color: var(--muted-text-color) }
label.check { display: flex; gap: .5rem; align-items: center; min-height: 2.75rem }
input, select { font: inherit; color: var(--text-color); background: var(--page-background); border: 1px solid var(--muted-text-color);
  border-radius: .25rem; padding: .35rem .5rem; min-height: 2.75rem; width: 9rem }
select { width: auto; max-width: 100% }
input[type=checkbox], input[type=radio] { flex: none; width: 1.2rem; min-height: 1.2rem; accent-color: var(--accent-color) }
main.narrow label { width: 100% }
main.narrow label.check { width: auto }
main.narrow label:not(.check) input, main.narrow label select { width: 100% }
table.sums tr:last-child > * { border-top: 3px double var(--text-color); color: var(--text-color); font: 500 1.35rem/1.2 var(--heading-font) }
table.sums th { width: 100%; white-space: normal }
table.sums td { text-align: right; white-space: nowrap }
button { font: inherit; color: inherit; background: var(--card-background); border: 1.5px solid var(--text-color); border-radius: 99rem;
  min-height: 2.75rem; padding: .35rem 1.1rem; cursor: pointer }
button.main { background: #f2a73b; border-color: #f2a73b; color: var(--ink); font-weight: 600 }
td button { white-space: nowrap }
button:hover { border-color: var(--accent-color) }
:focus-visible { outline: 3px solid var(--accent-color); outline-offset: 2px }
summary { min-height: 2.75rem; padding: .55rem 0; cursor: pointer }
iframe.mail { display: block; width: 100%; height: 38rem; resize: vertical; border: 1px solid var(--border-color);
  background: #fff }
.counts { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: .75rem; margin: 0; padding: 0;
  list-style: none }
.counts li { padding: .7rem .9rem; font-size: .9rem; background: var(--card-background); border: 1px solid var(--border-color) }
.counts b { display: block; font: 500 2rem/1.1 var(--heading-font); letter-spacing: -.03em }
.accounts { display: grid; gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none }
.accounts button { width: 100%; text-align: left; padding: .9rem 1rem; border-radius: .25rem }
.accounts span { display: block }
.accounts .about { color: var(--muted-text-color); font-size: .9rem }
`
