import { escapeHtml, htmlPage } from '../../http/html.ts'
import { factTable } from '../../http/table.ts'
import { MAIL_SOURCE_NAMES, type Mail } from '../../inbox/inbox.ts'

/** Renders the page of a message: its headers, its HTML in a sandboxed frame, and its text, if any. */
export function renderMessagePage(mail: Mail): Promise<Response> {
  const path = `/inbox/${encodeURIComponent(mail.id)}`
  const details = mail.details ? JSON.stringify(mail.details, null, 2) : ''
  return htmlPage({
    title: mail.subject || 'Message',
    section: 'Inbox',
    canFrameSameOrigin: true,
    body: `<p><a href="/inbox">All messages</a></p>
      <h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
      ${factTable('Headers', {
        From: escapeHtml(mail.from),
        'Reply to': mail.replyTo && escapeHtml(mail.replyTo),
        To: escapeHtml(mail.to),
        Received: escapeHtml(mail.receivedAt),
        'Sent by': escapeHtml(`${MAIL_SOURCE_NAMES[mail.source]}, ${mail.kind}`),
      })}
      <h2>HTML</h2><p class="soft">Links open in a new tab; scripts, forms and remote pictures are blocked here.</p>
      <iframe class="mail" title="The message as HTML" src="${path}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
      ${mail.text ? `<h2>Text</h2><pre id="text" dir="auto">${escapeHtml(mail.text)}</pre>` : ''}
      ${details ? `<details><summary>Details</summary><pre>${escapeHtml(details)}</pre></details>` : ''}`,
  })
}

/** Serves a message's own HTML, which is untrusted. The headers sandbox it even outside the frame. */
export function serveMessageHtml(mail: Mail): Response {
  const policy = [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    'img-src data:',
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  return new Response(`<!doctype html><meta charset="utf-8"><base target="_blank">${mail.html}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    },
  })
}
