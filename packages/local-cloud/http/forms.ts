import type { Context } from 'hono'
import { escapeHtml } from './html.ts'

/** What somebody has filled in. */
export type Filled = Record<string, string>

/** The texts of a form that was sent; files are left out. */
export async function filledIn(c: Pick<Context, 'req'>): Promise<Filled> {
  const body = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** A button that sends a form of its own. `fields` go with it; `inner` is HTML before the button. */
export function postButton(options: {
  action: string
  text: string
  fields?: Filled
  inner?: string
  main?: boolean
}): string {
  const { action, text, fields = {}, inner = '', main = false } = options
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}" class="action">${hidden.join('')}${inner}
    <button${main ? ' class="main"' : ''}>${escapeHtml(text)}</button></form>`
}

/** A button that shows only once it is asked for, with what it does in a sentence: for what cannot be taken back. */
export function guardedButton(summary: string, sentence: string, button: string): string {
  return `<details class="guarded"><summary>${escapeHtml(summary)}</summary><p>${escapeHtml(sentence)}</p>${button}</details>`
}

/** A form of one line to search with. `fields` (HTML) stand before the button. */
export function searchForm(options: {
  action: string
  label: string
  query: string
  fields?: string
}): string {
  return `<form method="get" action="${escapeHtml(options.action)}" role="search"><fieldset class="search">
    <legend class="unseen">${escapeHtml(options.label)}</legend>
    <label>${escapeHtml(options.label)} <input type="search" name="q" value="${escapeHtml(options.query)}"></label>
    ${options.fields ?? ''}<button class="main">Search</button></fieldset></form>`
}

/** A labelled choice. `options` are the values with their texts. */
export function select(name: string, label: string, options: Record<string, string>, chosen: string): string {
  const choices = Object.entries(options).map(
    ([value, text]) =>
      `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`,
  )
  return `<label>${escapeHtml(label)} <select name="${name}">${choices.join('')}</select></label>`
}

/** What was done, or (`failed`) why not: it gets the focus when the page comes, so that it is read aloud. */
export function report(text: string | undefined, failed = false): string {
  if (!text) return ''
  return `<p role="${failed ? 'alert' : 'status'}" class="${failed ? 'bad' : 'good'}" tabindex="-1" autofocus>${escapeHtml(text)}</p>`
}
