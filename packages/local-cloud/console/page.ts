import { VENDORS } from '../http/faults.ts'
import { escapeHtml, htmlPage } from '../http/html.ts'
import { DELIVERY_FAILURES_FORM } from './deliveryFailures.ts'
import { CONSOLE_SCRIPT } from './script.ts'

/** A service in the console's list. */
export type Service = { name: string; url: string; description: string }

const VENDOR_NAMES: Record<(typeof VENDORS)[number], string> = {
  sanity: 'Sanity (content)',
  supabase: 'Supabase (accounts)',
  stripe: 'Stripe (billing)',
  emailjs: 'EmailJS (messages)',
  smtp: 'SMTP (emails of the site and of accounts)',
  postgres: 'Postgres (tables)',
}

/** Renders the console's page: services, stored contents, and controls for faults, deliveries and resets. */
export function renderConsolePage(services: Service[]): Promise<Response> {
  const rows = services
    .map(
      ({ name, url, description }) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></td><td>${escapeHtml(description)}</td></tr>`,
    )
    .join('')
  const vendorOptions = VENDORS.map(
    (vendor) => `<option value="${vendor}">${VENDOR_NAMES[vendor]}</option>`,
  ).join('')
  return htmlPage({
    title: 'Local cloud',
    section: 'Console',
    script: CONSOLE_SCRIPT,
    body: `<h1>Console</h1>
      <p class="soft">The local cloud serves the vendors' APIs, for this machine only.</p>
      <p role="status" id="announcement" tabindex="-1"></p>
      <h2>Services</h2><table class="rows" aria-label="Services"><tbody>${rows}</tbody></table>
      <h2>Contents</h2><ul class="counts" id="counts"></ul>
      <h3 id="typelist">Documents by type</h3><ul class="types" id="types" aria-labelledby="typelist"></ul>
      <h2>Faults</h2>
      <p id="noFaults">Every vendor responds normally.</p>
      <div id="faultlist" hidden><table class="rows" aria-label="Faults in force"><thead><tr><th scope="col">Vendor</th>
        <th scope="col">Effect</th><th scope="col">Clear</th></tr></thead><tbody id="faults"></tbody></table></div>
      <form id="fault"><fieldset><legend>New fault</legend>
        <label>Vendor <select id="vendor">${vendorOptions}</select></label>
        <label>Effect <select id="kind"><option value="status">An error status</option>
          <option value="request">The request is lost</option><option value="answer">The response is lost</option>
          <option value="late">Only a delay</option>
          <option value="url">Stripe returns null in the field url</option></select></label>
        <label>HTTP status <input id="status" type="number" min="400" max="599" value="500"></label>
        <label>Requests <input id="count" type="number" min="1" placeholder="always"></label>
        <label>Delay (ms) <input id="delay" type="number" min="0" placeholder="0"></label>
        <button class="main">Set</button> <button type="button" id="clear">Clear all faults</button></fieldset></form>
      <h2>Webhook deliveries</h2>
      ${DELIVERY_FAILURES_FORM}
      <p id="none" class="soft">No deliveries yet.</p>
      <div id="deliverylist" hidden><table class="rows" aria-label="Webhook deliveries"><thead><tr>
        <th scope="col">Time</th><th scope="col">Webhook</th><th scope="col">Change</th><th scope="col">Outcome</th>
        <th scope="col">Again</th></tr></thead><tbody id="deliveries"></tbody></table></div>
      <h2>Start over</h2>
      <p><button id="reset" type="button">Empty the Content Lake</button></p>`,
  })
}
