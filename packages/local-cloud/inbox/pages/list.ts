import { htmlPage } from '../../http/html.ts'

// Runs in the browser. What mails say is set as text, never as HTML.
const SCRIPT = `
const $ = (id) => document.getElementById(id)
const seen = new Set()
let first = true
const cell = (tag, ...content) => {
  const element = document.createElement(tag)
  element.append(...content)
  return element
}
const row = (mail) => {
  const link = cell('a', mail.subject || '(no subject)')
  link.href = '/inbox/' + encodeURIComponent(mail.id)
  const time = cell('time', new Date(mail.receivedAt).toLocaleString())
  time.dateTime = mail.receivedAt
  const tr = cell('tr', cell('td', link), cell('td', mail.replyTo || mail.from), cell('td', mail.to),
    cell('td', mail.source === 'emailjs' ? 'Contact form' : 'Accounts'), cell('td', time))
  if (!first && !seen.has(mail.id)) {
    tr.className = 'new'
    $('said').textContent = 'New: ' + mail.subject
  }
  seen.add(mail.id)
  return tr
}
const show = async () => {
  const response = await fetch('/_control/mails')
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  const rows = answer.mails.map(row)
  first = false
  $('mails').replaceChildren(...rows)
  $('none').hidden = rows.length > 0
  $('list').hidden = rows.length === 0
  $('empty').hidden = rows.length === 0
  document.title = 'Inbox (' + rows.length + ')'
}
let turn = Promise.resolve()
const refresh = () => { turn = turn.then(show).catch((error) => { $('said').textContent = error.message }) }
const events = new EventSource('/_control/mails/events')
events.addEventListener('open', refresh)
events.addEventListener('mail', refresh)
events.addEventListener('error', () => { $('said').textContent = 'The local cloud does not answer; waiting for it.' })
$('empty').addEventListener('click', async () => {
  if (!confirm('Delete all messages?')) return
  await fetch('/_control/mails', { method: 'DELETE' })
  $('said').textContent = 'The inbox is empty.'
  refresh()
})
`

/** The page with the list of all messages, newest first; new ones appear by themselves. */
export function inboxPage(): Promise<Response> {
  return htmlPage({
    title: 'Inbox',
    section: 'Inbox',
    script: SCRIPT,
    body: `<h1>Inbox</h1>
      <p class="soft">Every e-mail that the site would have sent, whoever it is for. Nothing leaves this machine.</p>
      <p role="status" id="said" class="soft"></p>
      <p id="none" hidden>No mail yet.</p>
      <div id="list" class="scroll" hidden><table aria-label="Messages"><thead><tr><th scope="col">Subject</th>
        <th scope="col">From</th><th scope="col">To</th><th scope="col">Kind</th><th scope="col">Received</th></tr></thead>
        <tbody id="mails"></tbody></table></div>
      <p><button type="button" id="empty" hidden>Delete all</button></p>`,
  })
}
