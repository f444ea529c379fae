import { escapeHtml } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { money } from '../engine/currency.ts'
import type { Objects } from '../types.ts'
import { day, type Receipt } from './receipt.ts'

/** What an e-mail holds, besides whom it is from and to. */
type Content = {
  heading: string
  amount: string
  when: string
  facts: [name: string, value: string][]
  lines: Receipt['lines']
  sums: Receipt['sums']
  note: string
  links: { text: string; href: string }[]
}

/** Whom an e-mail is from, by the business's public name, and who gets it. */
type Envelope = { business: string; to: string }

const CELL = 'padding:6px 0;vertical-align:top'
const ONE_LINE = ';white-space:nowrap'
const RIGHT = ';padding-left:16px;text-align:right'

function row(name: string, value: string, under = ''): string {
  const small = under && `<br><span style="color:#5b6270;font-size:14px">${escapeHtml(under)}</span>`
  return `<tr><td style="${CELL}">${escapeHtml(name)}${small}</td><td style="${CELL}${RIGHT}${ONE_LINE}">${escapeHtml(value)}</td></tr>`
}

function factRow([name, value]: [name: string, value: string]): string {
  return `<tr style="font-size:15px;overflow-wrap:normal"><td style="${CELL}${ONE_LINE}">${escapeHtml(name)}</td><td style="${CELL}${RIGHT}">${escapeHtml(value)}</td></tr>`
}

function table(rows: readonly string[]): string {
  if (rows.length === 0) return ''
  return `<table role="presentation" style="width:100%;margin:0 0 20px;border-top:1px solid #d5d9e0;border-collapse:collapse">${rows.join('')}</table>`
}

function html({ heading, amount, when, facts, lines, sums, note, links }: Content): string {
  const tables = [
    facts.map(factRow),
    lines.map((line) => row(line.name, line.amount, line.period)),
    sums.map((sum) => row(sum.label, sum.amount)),
  ]
  const ways = links.map(
    ({ text, href }) => `<a href="${escapeHtml(href)}" style="color:#3730a3">${escapeHtml(text)}</a>`,
  )
  return `<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(heading)}</title>
<div style="margin:0;padding:24px 16px;background:#f3f4f7;color:#1b1f29;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<div style="max-width:480px;margin:0 auto;padding:28px 20px;background:#fff">
<p style="margin:0 0 8px;color:#5b6270">${escapeHtml(heading)}</p>
<p style="margin:0;font-size:32px;line-height:1.2;font-weight:600">${escapeHtml(amount)}</p>
<p style="margin:4px 0 24px;color:#5b6270">${escapeHtml(when)}</p>
${tables.map(table).join('\n')}
${note && `<p style="margin:0 0 20px">${escapeHtml(note)}</p>`}
<p style="margin:0">${ways.join(' &nbsp; ')}</p>
</div></div>
`
}

function text({ heading, amount, when, facts, lines, sums, note, links }: Content): string {
  const parts = [
    heading,
    `${amount}\n${when}`,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...lines.map((line) => [line.name, line.period, line.amount].filter(Boolean).join('\n')),
    sums.map((sum) => `${sum.label}: ${sum.amount}`).join('\n'),
    note,
    ...links.map((link) => `${link.text}:\n${link.href}`),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function mail(
  { business, to }: Envelope,
  sent: { kind: string; subject: string; content: Content; about: string },
): OutgoingMail {
  return {
    source: 'stripe',
    kind: sent.kind,
    from: `${business} <receipts@localhost>`,
    to,
    subject: sent.subject,
    html: html(sent.content),
    text: text(sent.content),
    details: { object: sent.about },
  }
}

function linksOf(charge: Objects['charge'], { invoice }: Receipt): Content['links'] {
  return [
    ...(charge.receipt_url ? [{ text: 'View receipt', href: charge.receipt_url }] : []),
    ...(invoice?.url ? [{ text: 'View invoice', href: invoice.url }] : []),
  ]
}

/** The e-mail that says that a charge was paid. */
export function receiptMail(
  envelope: Envelope,
  charge: Objects['charge'],
  receipt: Receipt,
  number: string,
): OutgoingMail {
  const content: Content = {
    heading: `Receipt from ${envelope.business}`,
    amount: receipt.amount,
    when: `Paid ${receipt.date}`,
    facts: [
      ['Receipt number', number],
      ...(receipt.invoice ? [['Invoice number', receipt.invoice.number] satisfies [string, string]] : []),
      ['Payment method', receipt.method],
    ],
    lines: receipt.lines,
    sums: receipt.sums,
    note: '',
    links: linksOf(charge, receipt),
  }
  const subject = `Your receipt from ${envelope.business} #${number}`
  return mail(envelope, { kind: 'receipt', subject, content, about: charge.id })
}

/** The e-mail that says that money was given back. */
export function refundMail(
  envelope: Envelope,
  refund: Objects['refund'],
  charge: Objects['charge'],
  receipt: Receipt,
  number: string,
): OutgoingMail {
  const content: Content = {
    heading: `Refund from ${envelope.business}`,
    amount: money(refund.amount, refund.currency),
    when: `Refunded ${day(refund.created)}`,
    facts: [
      ['Receipt number', number],
      ['Refunded to', receipt.method],
      ['Payment', `${receipt.amount} on ${receipt.date}`],
      ...(receipt.number ? [['Original receipt', receipt.number] satisfies [string, string]] : []),
    ],
    lines: [],
    sums: [],
    note: 'It may take 5 to 10 days to appear on your statement.',
    links: linksOf(charge, receipt),
  }
  const subject = `Your refund from ${envelope.business} #${number}`
  return mail(envelope, { kind: 'refund', subject, content, about: refund.id })
}
