import type { MailTemplate } from '../config.ts'
import { escapeHtml } from '../http/html.ts'
import type { OutgoingMail } from '../inbox/inbox.ts'

export type TemplateParams = Record<string, unknown>

const maxHeaderLength = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the characters that headers must not contain
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

function readParam(params: TemplateParams, name: string): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Replaces each `{{name}}` with its value. A placeholder within a value is not replaced. Control characters become
 * spaces, because a line break would begin another header. The result is trimmed and truncated to the maximum length.
 */
function renderHeader(text: string, params: TemplateParams): string {
  return text
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => readParam(params, name))
    .replace(controlCharacters, ' ')
    .trim()
    .slice(0, maxHeaderLength)
}

/** Renders a template. Values cannot change the template's recipient. */
export function renderMail(template: MailTemplate, params: TemplateParams): OutgoingMail {
  const rows = template.rows.map(({ label, variable }) => ({ label, value: readParam(params, variable) }))
  const body = readParam(params, template.body)
  const table = rows
    .map(({ label, value }) => `<tr><th align="left">${label}</th><td>${escapeHtml(value)}</td></tr>`)
    .join('')
  return {
    source: 'emailjs',
    kind: template.id,
    from: template.from,
    to: template.to,
    replyTo: renderHeader(template.replyTo, params),
    subject: renderHeader(template.subject, params),
    text: `${rows.map(({ label, value }) => `${label}: ${value}`).join('\n')}\n\n${body}\n`,
    html: `<table cellpadding="4">${table}</table><p style="white-space: pre-wrap">${escapeHtml(body)}</p>`,
    details: { template_params: params },
  }
}
