import { escapeHtml, htmlPage } from '../../http/html.ts'
import type { Mail } from '../inbox.ts'
import { mailSource } from '../source.ts'

/** The page with a message as it would travel. */
export function sourcePage(mail: Mail): Promise<Response> {
  const path = `/inbox/${encodeURIComponent(mail.id)}`
  return htmlPage({
    title: `Source: ${mail.subject || 'Message'}`,
    section: 'Inbox',
    body: `<p><a href="${path}">The message</a></p><h1>Source</h1>
      <p class="soft">As a mail server would pass it on. Nothing has signed it.</p>
      <p><a class="button" href="${path}/message.eml">Download</a></p><pre dir="ltr">${escapeHtml(mailSource(mail))}</pre>`,
  })
}
