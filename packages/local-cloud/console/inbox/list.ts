import { htmlPage } from '../../http/html.ts'
import { PAGE_SCRIPT } from '../../http/pageScript.ts'
import { MAIL_SOURCE_NAMES } from '../../inbox/inbox.ts'

// Runs in the browser.
const SCRIPT = `${PAGE_SCRIPT}
const sourceNames = ${JSON.stringify(MAIL_SOURCE_NAMES)}
const mailRow = ({ id, subject, replyTo, from, to, source, kind, receivedAt }) =>
  row(link(subject || '(no subject)', '/inbox/' + id), replyTo || from, to, sourceNames[source] + ', ' + kind,
    new Date(receivedAt).toLocaleString())
const show = async () => {
  const { mails } = await call('mails')
  const rows = mails.map(mailRow)
  const focusedHref = $('mails').contains(document.activeElement) && document.activeElement.getAttribute('href')
  fillRows('mails', rows)
  if (focusedHref) $('mails').querySelector('a[href="' + focusedHref + '"]')?.focus()
  $('none').hidden = rows.length > 0
  $('list').hidden = rows.length === 0
  $('empty').hidden = rows.length === 0
  document.title = 'Inbox (' + rows.length + ')'
}
refreshEvery(1000)
$('empty').addEventListener('click', () => {
  if (confirm('Delete all messages?')) runAction(() => call('mails', 'DELETE'), 'The inbox is empty.')
})
`

/** Renders the page that lists the newest hundred messages. New messages appear without a reload. */
export function renderInboxPage(): Promise<Response> {
  return htmlPage({
    title: 'Inbox',
    section: 'Inbox',
    script: SCRIPT,
    body: `<h1>Inbox</h1>
      <p class="soft">Every email from the site and its vendors. No email leaves this machine.</p>
      <p role="status" id="announcement" tabindex="-1" class="soft"></p>
      <p id="none" hidden>No email yet.</p>
      <div id="list" hidden><table aria-label="Messages"><thead><tr><th scope="col">Subject</th>
        <th scope="col">From</th><th scope="col">To</th><th scope="col">Sent by</th><th scope="col">Received</th></tr></thead>
        <tbody id="mails"></tbody></table></div>
      <p><button type="button" id="empty" hidden>Delete all</button></p>`,
  })
}
