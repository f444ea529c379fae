/** The style of the local cloud's pages, in the site's colors. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #14100c; --text-color: var(--ink); --muted-text-color: #5d5143; --page-background: #f4ecdf; --card-background: #fbf6ec; --border-color: #cdc0aa;
  --accent-color: #8a4f00; --highlight-color: #f2a73b; --success-color: #1d6b3f; --error-color: #b02a1b;
  --heading-font: Rockwell, Georgia, serif; --body-font: system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --text-color: #f1e8da; --muted-text-color: #bcae99; --page-background: #1d1711; --card-background: #2a2118;
  --border-color: #463a2d; --accent-color: #f2a73b; --success-color: #7fd3a2; --error-color: #ff9c8c } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page-background); color: var(--text-color); font: 1rem/1.5 var(--body-font);
  overflow-wrap: anywhere }
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem }
main.narrow { max-width: 30.5rem; padding-top: min(12vh, 5rem) }
.bar { background: var(--ink); color: #f4ecdf }
.bar ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: center; max-width: 68rem; min-height: 3.5rem;
  margin: 0 auto; padding: 0 1.25rem; list-style: none }
.bar li:first-child { font-family: var(--heading-font); font-weight: 500; font-size: 1.15rem; letter-spacing: -.01em; margin-right: auto }
.bar li:first-child::before, body > main:first-child::before { content: ""; display: inline-block; width: 1.1rem; height: 1.1rem;
  margin-right: .7rem; vertical-align: -.2rem; border: 2px solid #f2a73b; border-right-color: transparent;
  border-radius: 50%; background: radial-gradient(circle, #d4331f 36%, transparent 40%) }
body > main:first-child::before { width: 2rem; height: 2rem; border-width: 3px; margin-bottom: 1rem }
.bar a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; text-decoration: none }
@media (max-width: 44rem) {
  .bar ul { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0 1rem; padding-bottom: .35rem }
  .bar li:first-child { grid-column: 1 / -1; padding-top: .75rem }
}
.bar a:hover { text-decoration: underline }
.bar a[aria-current] { box-shadow: inset 0 -3px #f2a73b }
.bar :focus-visible { outline-color: #f2a73b }
h1, h2 { font-family: var(--heading-font); font-weight: 500; letter-spacing: -.016em; line-height: 1.15; text-wrap: balance }
h1 { font-size: 2.5rem; font-weight: 450; letter-spacing: -.024em; line-height: 1.06; margin: 0 0 .9rem }
h2 { font-size: 1.45rem; margin: 3.5rem 0 .9rem; padding-top: 1rem; border-top: 1px solid var(--border-color) }
main.narrow h2 { padding: 0; border: 0 }
h3 { font-size: 1rem; margin: 0 0 .5rem }
h1 + table { margin-top: 1.5rem }
p { margin: 0 0 1rem; max-width: 42rem }
.soft { color: var(--muted-text-color) }
.good { color: var(--success-color) }
.bad { color: var(--error-color) }
a { color: var(--accent-color) }
code { font: .9em ui-monospace, monospace }
pre { margin: 0; padding: 1rem; background: var(--card-background); border: 1px solid var(--border-color); white-space: pre-wrap;
  font: .95rem/1.5 ui-monospace, monospace }
table { width: 100%; font-variant-numeric: tabular-nums; border-collapse: collapse; background: var(--card-background); border: 1px solid var(--border-color);
  border-top: .25rem solid var(--text-color); font-size: .95rem }
th, td { text-align: left; padding: .55rem .8rem; border-bottom: 1px solid var(--border-color); vertical-align: top }
th { color: var(--muted-text-color); font-weight: 500; white-space: nowrap }
tbody th { width: 8rem }
thead th { font-size: .85rem }
tr:last-child td, tr:last-child th { border-bottom: 0 }
table.rows { margin-bottom: 1.25rem }
@media (min-width: 48.01rem) { .rows .short { overflow-wrap: normal } }
.rows th { white-space: normal; overflow-wrap: normal }
.rows th.main { width: 28% }
time span { white-space: nowrap }
@media (min-width: 64rem) { .rows time { white-space: nowrap } }
table.rows + p, table.facts + p { margin-top: 1rem }
@media (max-width: 48rem) {
  table.rows, .rows tbody, .rows tr, .rows td, .rows tbody th { display: block; width: auto; min-width: 0 }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .rows tr { padding: .45rem 0; border-bottom: 1px solid var(--border-color) }
  .rows tr:last-child { border-bottom: 0 }
  .rows td, .rows tbody th { padding: .2rem .8rem; border: 0 }
  .rows td[data-label] { position: relative; padding-left: 8.5rem; min-height: 1.9rem }
  .rows td[data-label]::before { content: attr(data-label); position: absolute; left: .8rem; width: 7.2rem; color: var(--muted-text-color);
    font-size: .85rem; line-height: 1.7 }
  .rows td:empty { display: none }
}
tr.new { box-shadow: inset 3px 0 var(--highlight-color) }
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
main > table { margin-bottom: 1.5rem }
table.sums tr:last-child > * { border-top: 3px double var(--text-color); color: var(--text-color); font: 500 1.35rem/1.2 var(--heading-font) }
table.sums th { width: 100%; white-space: normal }
table.sums td { text-align: right; white-space: nowrap }
button { font: inherit; color: inherit; background: var(--card-background); border: 1.5px solid var(--text-color); border-radius: 99rem;
  min-height: 2.75rem; padding: .35rem 1.1rem; cursor: pointer }
button.main { background: #f2a73b; border-color: #f2a73b; color: var(--ink); font-weight: 600 }
td button { white-space: nowrap }
button:hover { border-color: var(--accent-color) }
:focus-visible { outline: 3px solid var(--accent-color); outline-offset: 2px }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.actions { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; margin-bottom: 1.25rem }
.action { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end }
summary { min-height: 2.75rem; padding: .55rem 0; cursor: pointer }
.search label:first-of-type { flex: 1 1 16rem }
.search input[type=search] { width: 100% }
h1.address { font: 500 1.5rem/1.3 ui-monospace, monospace; letter-spacing: 0 }
@media (max-width: 44rem) { h1.address { font-size: 1.15rem } }
iframe.mail { display: block; width: 100%; height: 38rem; resize: vertical; border: 1px solid var(--border-color);
  background: #fff }
.counts { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: .75rem; margin: 0; padding: 0;
  list-style: none }
.counts li { padding: .7rem .9rem; font-size: .9rem; background: var(--card-background); border: 1px solid var(--border-color) }
.counts b { display: block; font: 500 2rem/1.1 var(--heading-font); letter-spacing: -.03em }
.counts + h3 { margin-top: 1.75rem }
.types { columns: 14rem; column-gap: 2.5rem; margin: 0; padding: 0; list-style: none }
.types li { display: flex; gap: .9rem; padding: .3rem 0; border-bottom: 1px solid var(--border-color); break-inside: avoid;
  overflow-wrap: anywhere }
.types b { min-width: 1.5rem; font-weight: 600; text-align: right; font-variant-numeric: tabular-nums }
.accounts { display: grid; gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none }
.accounts button { display: grid; grid-template-columns: 2.5rem 1fr; gap: .1rem .9rem; align-items: center; width: 100%;
  text-align: left; padding: .9rem 1rem; border: 1px solid var(--border-color); border-radius: .25rem }
.accounts .initial { grid-row: span 2; display: grid; place-items: center; width: 2.5rem; height: 2.5rem;
  border-radius: 50%; background: var(--highlight-color); color: var(--ink); font-weight: 600 }
.accounts .name { font-weight: 600 }
.accounts .about { color: var(--muted-text-color); font-size: .9rem }
`
