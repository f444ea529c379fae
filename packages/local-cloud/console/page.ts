import { VENDORS } from '../http/faults.ts'
import { escapeHtml, htmlPage } from '../http/html.ts'
import { CONSOLE_SCRIPT } from './script.ts'

/** Something that runs, as the console lists it. */
export type Address = { name: string; url: string; about: string }

const VENDOR_NAMES: Record<(typeof VENDORS)[number], string> = {
  sanity: 'Sanity (content)',
  supabase: 'Supabase (accounts)',
  stripe: 'Stripe (billing)',
  emailjs: 'EmailJS (messages)',
  smtp: 'SMTP (emails of the site and of accounts)',
  postgres: 'Postgres (tables)',
}

/** The console's page: what runs where, what it holds, and the switches of the control API. */
export function consolePage(addresses: Address[]): Promise<Response> {
  const rows = addresses
    .map(
      ({ name, url, about }) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></td><td>${escapeHtml(about)}</td></tr>`,
    )
    .join('')
  const vendors = VENDORS.map((vendor) => `<option value="${vendor}">${VENDOR_NAMES[vendor]}</option>`).join(
    '',
  )
  return htmlPage({
    title: 'Local cloud',
    section: 'Console',
    script: CONSOLE_SCRIPT,
    body: `<h1>Console</h1>
      <p class="soft">The local cloud answers in place of the vendors' services, for this machine only.</p>
      <p role="status" id="said" tabindex="-1"></p>
      <h2>What runs where</h2><table class="rows" aria-label="What runs where"><tbody>${rows}</tbody></table>
      <h2>What it holds</h2><ul class="counts" id="counts"></ul>
      <h3 id="typelist">Documents by type</h3><ul class="types" id="types" aria-labelledby="typelist"></ul>
      <h2>Make a vendor fail</h2>
      <p id="normal">Every vendor answers normally.</p>
      <div id="faultlist" hidden><table class="rows" aria-label="Faults in force"><thead><tr><th scope="col">Vendor</th>
        <th scope="col">What happens</th><th scope="col">End</th></tr></thead><tbody id="faults"></tbody></table></div>
      <form id="fault"><fieldset><legend>New fault</legend>
        <label>Vendor <select id="vendor">${vendors}</select></label>
        <label>What happens <select id="kind"><option value="status">A status is answered</option>
          <option value="request">The request is lost</option><option value="answer">The answer is lost</option>
          <option value="late">It is only late</option>
          <option value="url">Stripe leaves out the address (url)</option></select></label>
        <label>HTTP status <input id="status" type="number" min="400" max="599" value="500"></label>
        <label>How often <input id="count" type="number" min="1" placeholder="always"></label>
        <label>Delay (ms) <input id="delay" type="number" min="0" placeholder="0"></label>
        <button class="main">Set</button> <button type="button" id="clear">End all faults</button></fieldset></form>
      <h2>Webhook deliveries</h2>
      <p id="disturbed"></p>
      <form id="hooks"><fieldset><legend>How they go wrong</legend>
        <label>Lose the next <input id="drop" type="number" min="0" placeholder="0"></label>
        <label>Delay (ms) <input id="late" type="number" min="0" placeholder="0"></label>
        <label class="check"><input id="twice" type="checkbox"> Send each twice</label>
        <button class="main">Set</button></fieldset></form>
      <p id="none" class="soft">Nothing has been sent yet.</p>
      <div id="deliverylist" hidden><table class="rows" aria-label="Webhook deliveries"><thead><tr>
        <th scope="col">Time</th><th scope="col">Webhook</th><th scope="col">Change</th><th scope="col">Outcome</th>
        <th scope="col">Again</th></tr></thead><tbody id="deliveries"></tbody></table></div>
      <h2>Start over</h2>
      <p><button id="reset" type="button">Empty the content lake</button></p>`,
  })
}
