import type { Context } from 'hono'
import { escapeHtml } from './html.ts'

/** The fields of a submitted form. */
export type Filled = Record<string, string>

/** The text fields of a submitted form; files are omitted. */
export async function filledIn(c: Pick<Context, 'req'>): Promise<Filled> {
  const body = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** A button with a form of its own. `inner` is HTML before the button. */
export function postButton(options: { action: string; text: string; inner?: string }): string {
  const { action, text, inner = '' } = options
  return `<form method="post" action="${escapeHtml(action)}" class="action">${inner}
    <button>${escapeHtml(text)}</button></form>`
}

/** A folded button with its consequence in a sentence, for irreversible actions. */
export function guardedButton(summary: string, sentence: string, button: string): string {
  return `<details class="guarded"><summary>${escapeHtml(summary)}</summary><p>${escapeHtml(sentence)}</p>${button}</details>`
}

/** A form with one search field. */
export function searchForm(options: { action: string; label: string; query: string }): string {
  const label = escapeHtml(options.label)
  return `<form method="get" action="${escapeHtml(options.action)}" role="search"><fieldset class="search">
    <legend class="unseen">${label}</legend>
    <label>${label} <input type="search" name="q" value="${escapeHtml(options.query)}"></label>
    <button class="main">Search</button></fieldset></form>`
}

/** The result of an action, or (`failed`) its error. It receives the focus, so that screen readers read it. */
export function report(text: string | undefined, failed = false): string {
  if (!text) return ''
  return `<p role="${failed ? 'alert' : 'status'}" class="${failed ? 'bad' : 'good'}" tabindex="-1" autofocus>${escapeHtml(text)}</p>`
}
