import { ink } from './colors'

/** The content of an email of the site, as plain text. */
export type MailContent = {
  /** The site's name, at the top. */
  sender: string
  heading: string
  paragraphs: readonly string[]
  link: { label: string; url: string }
  /** Paragraphs below the button. */
  details?: readonly string[]
  /** Lines in small print at the end. */
  notes: readonly string[]
}

/**
 * Renders an email in the design of `supabase/templates/layout.html`: escaped, readable in light and dark mode, without
 * external files.
 *
 * @returns the message as HTML, and as plain text without `sender`
 */
export function renderMail(content: MailContent): { html: string; text: string } {
  const { sender, heading, paragraphs, link, details = [], notes } = content
  const text = [heading, ...paragraphs, `${link.label}: ${link.url}`, ...details, notes.join('\n')].join(
    '\n\n',
  )
  const renderParagraph = (paragraph: string) =>
    `<p style="margin:0 0 20px">${escapeHtml(paragraph)}</p>\n    `
  const html = `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>
  @media (prefers-color-scheme: dark) {
    .room { background: #1d1711 !important; color: #f1e8da !important }
    .sheet { background: #2a2118 !important; border-color: #f1e8da !important }
    .note { border-color: #463a2d !important; color: #bcae99 !important }
  }
</style>
<div class="room" style="margin:0;padding:32px 16px;background:#f4ecdf;color:${ink};font:17px/1.6 system-ui,sans-serif;overflow-wrap:anywhere">
  <div class="sheet" style="max-width:520px;margin:0 auto;padding:32px;background:#fbf6ec;border-top:8px solid ${ink}">
    <p style="margin:0;font:500 18px/1.2 Rockwell,Georgia,serif;letter-spacing:-.01em">${escapeHtml(sender)}</p>
    <h2 style="margin:28px 0 12px;font:500 28px/1.15 Rockwell,Georgia,serif;letter-spacing:-.02em">${escapeHtml(heading)}</h2>
    ${paragraphs.map(renderParagraph).join('')}<p style="margin:0 0 20px">
      <a href="${escapeHtml(link.url)}" style="display:inline-block;padding:14px 28px;border-radius:99px;background:#f2a73b;color:${ink};font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a>
    </p>
    ${details.map(renderParagraph).join('')}<p class="note" style="margin:28px 0 0;padding-top:16px;border-top:1px solid #cdc0aa;color:#5d5143;font-size:15px">${notes.map(escapeHtml).join('<br>')}</p>
  </div>
</div>
`
  return { html, text: `${text}\n` }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML, quoted attributes included. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
