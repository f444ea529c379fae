import { escapeHtml } from './html.ts'

/** A moment as people read it, to the second and in UTC. HTML; empty for none. */
export function timeHtml(moment: Date | string | number | null | undefined): string {
  if (moment === null || moment === undefined) return ''
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return escapeHtml(String(moment))
  const iso = date.toISOString()
  return `<time datetime="${iso}"><span>${iso.slice(0, 10)}</span> <span>${iso.slice(11, 19)}</span></time>`
}
