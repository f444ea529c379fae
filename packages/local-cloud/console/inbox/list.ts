import { searchForm, successMessage } from '../../http/forms.ts'
import { htmlPage } from '../../http/html.ts'
import { PAGE_SCRIPT } from '../../http/pageScript.ts'
import { MAIL_SOURCE_NAMES } from '../../inbox/inbox.ts'

// Runs in the browser.
const SCRIPT = `${PAGE_SCRIPT}
const sourceNames = ${JSON.stringify(MAIL_SOURCE_NAMES)}
const searchText = new URLSearchParams(location.search).get('q') || ''
const shownIds = new Set()
let isFirstRefresh = true
const mailRow = (mail) => {
  const time = make('time', new Date(mail.receivedAt).toLocaleString())
  time.dateTime = mail.receivedAt
  const tableRow = row(link(mail.subject || '(no subject)', '/inbox/' + encodeURIComponent(mail.id)), mail.replyTo || mail.from,
    mail.to, sourceNames[mail.source] + ', ' + mail.kind, time)
  if (!isFirstRefresh && !shownIds.has(mail.id)) {
    tableRow.className = 'new'
    announce('New: ' + mail.subject)
  }
  shownIds.add(mail.id)
  return tableRow
}
const show = async () => {
  const { mails } = await call('mails?text=' + encodeURIComponent(searchText))
  const rows = mails.map(mailRow)
  isFirstRefresh = false
  const focusedHref = $('mails').contains(document.activeElement) && document.activeElement.getAttribute('href')
  fillRows('mails', rows)
  if (focusedHref) $('mails').querySelector('a[href="' + focusedHref + '"]')?.focus()
  $('none').hidden = rows.length > 0
  $('list').hidden = rows.length === 0
  $('empty').hidden = rows.length === 0 || searchText !== ''
  document.title = 'Inbox (' + rows.length + ')'
}
refreshEvery(1000)
$('empty').addEventListener('click', () => {
  if (confirm('Delete all messages?')) runAction(() => call('mails', 'DELETE'), 'The inbox is empty.')
})
`

/**
 * Renders the page that lists the newest hundred messages, of those that match `query`. New messages appear without a
 * reload.
 *
 * @param successText - confirms an action; empty without one
 */
export function renderInboxPage(query: string, successText: string): Promise<Response> {
  return htmlPage({
    title: 'Inbox',
    section: 'Inbox',
    script: SCRIPT,
    body: `<h1>Inbox</h1>
      <p class="soft">Every email of the site and its vendors. No email leaves this machine.</p>
      ${successMessage(successText)}<p role="status" id="announcement" tabindex="-1" class="soft"></p>
      ${searchForm({ action: '/inbox', label: 'Email, subject or text', query })}
      <p id="none" hidden>${query ? 'No matching email.' : 'No email yet.'}</p>
      <div id="list" hidden><table class="rows" aria-label="Messages"><thead><tr><th scope="col" class="main">Subject</th>
        <th scope="col">From</th><th scope="col">To</th><th scope="col">Sent by</th><th scope="col">Received</th></tr></thead>
        <tbody id="mails"></tbody></table></div>
      <p><button type="button" id="empty" hidden>Delete all</button></p>`,
  })
}
