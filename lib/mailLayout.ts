import { ink } from './colors.ts'
import { createEmailHref, createPhoneHref } from './contactHrefs.ts'

/** The content of an email, as plain text. Paragraphs and notes may have links as `[text](URL)`. */
export type MailContent = {
  /** The site's name, at the top. */
  sender: string
  /** The line that inboxes show beside the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  link?: { label: string; url: string } | undefined
  /** A code below the button, after a line of text. */
  code?: { text: string; value: string } | undefined
  /** Paragraphs below the button. */
  details?: readonly string[]
  /** Lines in small print at the end. */
  notes: readonly string[]
}

const serif = 'Rockwell,Georgia,serif'

/** The site's logo: an open ring around a dot. */
const mark = `<span style="display:inline-block;vertical-align:middle;width:10px;height:10px;margin-right:10px;padding:4px;border:3px solid #f2a73b;border-right-color:transparent;border-radius:50%;line-height:0"><span style="display:inline-block;width:10px;height:10px;border-radius:50%;background:#d4331f"></span></span>`

/**
 * Renders an email from the site or its account service: escaped, readable in light and dark mode, without external
 * files.
 *
 * @returns the message as HTML, and as plain text without sender and preheader
 */
export function renderMail(content: MailContent): { html: string; text: string } {
  const { sender, preheader, heading, paragraphs, link, code, details = [], notes } = content
  const text = [
    heading,
    ...paragraphs.map(renderPlainLinks),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ...(code ? [`${code.text} ${code.value}`] : []),
    ...details.map(renderPlainLinks),
    notes.map(renderPlainLinks).join('\n'),
  ].join('\n\n')
  const renderParagraph = (inner: string) => `<p style="margin:0 0 20px">${inner}</p>\n    `
  const blocks = [
    ...paragraphs.map(renderText),
    ...(link
      ? [
          `<a href="${escapeHtml(link.url)}" style="display:inline-block;padding:14px 28px;border-radius:99px;background:#f2a73b;color:${ink};font-weight:600;text-align:center;text-decoration:none">${escapeHtml(link.label)}</a>`,
        ]
      : []),
    ...(code
      ? [
          `${escapeHtml(code.text)} <strong style="display:block;font-size:30px;line-height:1.3;letter-spacing:.1em;font-variant-numeric:tabular-nums">${escapeHtml(code.value)}</strong>`,
        ]
      : []),
    ...details.map(renderText),
  ]
  const html = `<!doctype html>
<html lang="en">
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
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<div class="room" style="margin:0;padding:32px 16px;background:#f4ecdf;color:${ink};font:17px/1.6 system-ui,sans-serif;overflow-wrap:anywhere">
  <div class="sheet" role="main" style="max-width:520px;margin:0 auto;padding:32px;background:#fbf6ec;border-top:8px solid ${ink}">
    <p style="margin:0;font:500 18px/1.2 ${serif};letter-spacing:-.01em">${mark}${escapeHtml(sender)}</p>
    <h1 style="margin:28px 0 12px;font:500 28px/1.15 ${serif};letter-spacing:-.02em">${renderText(heading)}</h1>
    ${blocks.map(renderParagraph).join('')}<p class="note" style="margin:28px 0 0;padding-top:16px;border-top:1px solid #cdc0aa;color:#5d5143;font-size:15px">${notes.map(renderText).join('<br>')}</p>
  </div>
</div>
`
  return { html, text: `${text}\n` }
}

/** Formats an email or a phone number as a link for {@link MailContent}; returns other text as it is. */
export function linkContact(text: string): string {
  const url = createEmailHref(text) ?? createPhoneHref(text)
  return url ? `[${text}](${url})` : text
}

const linkPattern = /\[([^\]]+)\]\(((?:https?|mailto|tel):[^\s)]+)\)/g

/** Renders links as text and URL, or as text alone if {@link linkContact} created the link. */
const renderPlainLinks = (text: string) =>
  text.replace(linkPattern, (link, label: string, url: string) =>
    linkContact(label) === link ? label : `${label}: ${url}`,
  )

/** Escapes text and renders its links. Emails and words with a hyphen stay on one line. */
function renderText(text: string): string {
  const renderWords = (words: string) =>
    words.replace(/\{\{.*?\}\}|\S+/g, (word) =>
      /@|\w-\w|\{\{ \.\w*Email/.test(word)
        ? `<span style="display:inline-block">${escapeHtml(word)}</span>`
        : escapeHtml(word),
    )
  // The pattern's groups alternate with the other text: text, label, URL, text, and so on.
  return text
    .split(linkPattern)
    .map((part, index, parts) => {
      if (index % 3 === 0) return renderWords(part)
      if (index % 3 === 2) return ''
      return `<a href="${escapeHtml(parts[index + 1] ?? '')}" style="color:inherit">${renderWords(part)}</a>`
    })
    .join('')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, quoted attributes included. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
