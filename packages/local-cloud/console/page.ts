import { VENDORS } from '../http/faults.ts'
import { htmlPage } from '../http/html.ts'
import { PAGE_SCRIPT } from '../http/pageScript.ts'

/** The page's script. It refreshes the data every three seconds while the page is visible. */
const SCRIPT = `${PAGE_SCRIPT}
const readNumber = (id) => $(id).value === '' ? undefined : Number($(id).value)
const describeEffects = ({ status, lose, blank, delayMs, delayResponseMs, count }) => [status && 'status ' + status,
  lose && 'the ' + lose + ' is lost', blank && blank + ' is null',
  delayMs && 'delayed ' + delayMs + ' ms', delayResponseMs && 'responses delayed ' + delayResponseMs + ' ms', count ? 'next ' + count + ' requests' : 'until cleared'].filter(Boolean).join(', ')
const show = async () => {
  const [{ counts }, { faults }] = await Promise.all([call('status'), call('faults')])
  $('counts').replaceChildren(...Object.entries(counts).map(([name, count]) => make('li', make('b', String(count)), name)))
  $('noFaults').hidden = faults.length > 0
  fillRows('faults', faults.map((fault) => row(fault.vendor, describeEffects(fault))))
  $('faultlist').hidden = faults.length === 0
}
$('fault').addEventListener('submit', (event) => {
  event.preventDefault()
  const kind = $('kind').value
  runAction(() => call('faults', 'POST', { vendor: $('vendor').value, count: readNumber('count'), delayMs: readNumber('delay'),
    status: kind === 'status' ? readNumber('status') : undefined, blank: kind === 'url' ? 'url' : undefined,
    lose: kind === 'request' || kind === 'response' ? kind : undefined }), 'The fault is set.')
})
$('clear').addEventListener('click', () => runAction(() => call('faults', 'DELETE'), 'All vendors respond normally.'))
$('reset').addEventListener('click', () => {
  if (confirm('Delete all content of the local Content Lake? Tokens and webhooks are kept.'))
    runAction(() => call('reset', 'POST'), 'The Content Lake is empty.')
})
refreshEvery(3000)
`

const VENDOR_NAMES: Record<(typeof VENDORS)[number], string> = {
  sanity: 'Sanity (content)',
  supabase: 'Supabase (accounts)',
  stripe: 'Stripe (billing)',
  emailjs: 'EmailJS (messages)',
  smtp: 'SMTP (site and account emails)',
  postgres: 'Postgres (tables)',
}

/** Renders the console's page: object counts, and controls for faults and resets. */
export function renderConsolePage(): Promise<Response> {
  const vendorOptions = VENDORS.map(
    (vendor) => `<option value="${vendor}">${VENDOR_NAMES[vendor]}</option>`,
  ).join('')
  return htmlPage({
    title: 'Local cloud',
    section: 'Console',
    script: SCRIPT,
    body: `<h1>Console</h1>
      <p class="soft">The local cloud serves the vendors' APIs, for this machine only.</p>
      <p role="status" id="announcement" tabindex="-1"></p>
      <h2>Contents</h2><ul class="counts" id="counts"></ul>
      <h2>Faults</h2>
      <p id="noFaults">Every vendor responds normally.</p>
      <div id="faultlist" hidden><table aria-label="Active faults"><thead><tr><th scope="col">Vendor</th>
        <th scope="col">Effect</th></tr></thead><tbody id="faults"></tbody></table></div>
      <form id="fault"><fieldset><legend>New fault</legend>
        <label>Vendor <select id="vendor">${vendorOptions}</select></label>
        <label>Effect <select id="kind"><option value="status">An error status</option>
          <option value="request">The request is lost</option><option value="response">The response is lost</option>
          <option value="late">Delay only</option>
          <option value="url">Stripe returns null in the field url</option></select></label>
        <label>HTTP status <input id="status" type="number" min="400" max="599" value="500"></label>
        <label>Requests <input id="count" type="number" min="1" placeholder="always"></label>
        <label>Delay (ms) <input id="delay" type="number" min="0" placeholder="0"></label>
        <button class="main">Set</button> <button type="button" id="clear">Clear all faults</button></fieldset></form>
      <h2>Start over</h2>
      <p><button id="reset" type="button">Empty the Content Lake</button></p>`,
  })
}
