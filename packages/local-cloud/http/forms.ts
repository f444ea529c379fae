import type { Context } from 'hono'
import { escapeHtml } from './html.ts'

export type FormFields = Record<string, string>

/** The text fields of a submitted form; files are omitted. */
export async function readFormFields(c: Pick<Context, 'req'>): Promise<FormFields> {
  const body = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** A button that posts a form of its own. */
export function postButton({ action, text }: { action: string; text: string }): string {
  return `<form method="post" action="${escapeHtml(action)}" class="action">
    <button>${escapeHtml(text)}</button></form>`
}

/** A form with one search field. */
export function searchForm(options: { action: string; label: string; query: string }): string {
  const label = escapeHtml(options.label)
  return `<form method="get" action="${escapeHtml(options.action)}" role="search"><fieldset class="search">
    <legend class="unseen">${label}</legend>
    <label>${label} <input type="search" name="q" value="${escapeHtml(options.query)}"></label>
    <button class="main">Search</button></fieldset></form>`
}

/** The success message of an action, empty without a text. Takes the focus, so screen readers announce it. */
export function successMessage(text: string | undefined): string {
  return text ? `<p role="status" class="good" tabindex="-1" autofocus>${escapeHtml(text)}</p>` : ''
}
