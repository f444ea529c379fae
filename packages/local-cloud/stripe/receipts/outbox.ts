import { randomInt } from 'node:crypto'
import type { StripeAccount } from '../../config.ts'
import { escapeHtml } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { money } from '../engine/currency.ts'
import type { ObjectStore } from '../store/objects.ts'
import { idOf, type Objects, type StoredEvent } from '../types.ts'
import type { Work } from '../work.ts'
import { day, invoiceOf, type Receipt, receiptOf } from './receipt.ts'

type Content = {
  heading: string
  amount: string
  when: string
  facts: [name: string, value: string][]
  lines: Receipt['lines']
  sums: Receipt['sums']
  note: string
}

/** The business's public name, and the customer's email. */
type Envelope = { business: string; to: string }

const CELL = 'padding:6px 0;vertical-align:top'

function table(rows: readonly (readonly [name: string, value: string])[]): string {
  if (rows.length === 0) return ''
  const cells = rows.map(
    ([name, value]) =>
      `<tr><td style="${CELL}">${escapeHtml(name)}</td><td style="${CELL};padding-left:16px;text-align:right">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" style="width:100%;margin:0 0 20px;border-top:1px solid #d5d9e0;border-collapse:collapse">${cells.join('')}</table>`
}

function linksOf(charge: Objects['charge'], { invoice }: Receipt): { text: string; href: string }[] {
  return [
    ...(charge.receipt_url ? [{ text: 'View receipt', href: charge.receipt_url }] : []),
    ...(invoice?.url ? [{ text: 'View invoice', href: invoice.url }] : []),
  ]
}

function mail(
  { business, to }: Envelope,
  { heading, amount, when, facts, lines, sums, note }: Content,
  about: { kind: string; subject: string; object: string; links: { text: string; href: string }[] },
): OutgoingMail {
  const links = about.links.map(
    ({ text, href }) => `<a href="${escapeHtml(href)}" style="color:#3730a3">${escapeHtml(text)}</a>`,
  )
  const html = `<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(heading)}</title>
<div style="max-width:480px;margin:0 auto;padding:28px 20px;background:#fff;color:#1b1f29;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<p>${escapeHtml(heading)}</p><p style="margin:0;font-size:32px;line-height:1.2;font-weight:600">${escapeHtml(amount)}</p>
<p>${escapeHtml(when)}</p>
${table(facts)}${table(lines.map((line) => [`${line.name}, ${line.period}`, line.amount]))}${table(sums.map((sum) => [sum.label, sum.amount]))}
<p>${escapeHtml(note)}</p><p>${links.join(' &nbsp; ')}</p></div>
`
  const parts = [
    heading,
    `${amount}\n${when}`,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...lines.map((line) => [line.name, line.period, line.amount].join('\n')),
    sums.map((sum) => `${sum.label}: ${sum.amount}`).join('\n'),
    note,
    ...about.links.map((link) => `${link.text}:\n${link.href}`),
  ]
  return {
    source: 'stripe',
    kind: about.kind,
    from: `${business} <receipts@localhost>`,
    to,
    subject: about.subject,
    html,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    details: { object: about.object },
  }
}

/** The email about a paid charge. */
function receiptMail(
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
      ['Invoice number', receipt.invoice?.number ?? ''],
      ['Payment method', receipt.method],
    ],
    lines: receipt.lines,
    sums: receipt.sums,
    note: '',
  }
  const subject = `Your receipt from ${envelope.business} #${number}`
  const links = linksOf(charge, receipt)
  return mail(envelope, content, { kind: 'receipt', subject, object: charge.id, links })
}

/** The email about a refund. */
function refundMail(
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
      ['Original receipt', receipt.number ?? ''],
    ],
    lines: [],
    sums: [],
    note: 'It may take 5 to 10 days to appear on your statement.',
  }
  const subject = `Your refund from ${envelope.business} #${number}`
  const links = linksOf(charge, receipt)
  return mail(envelope, content, { kind: 'refund', subject, object: refund.id, links })
}

export type ReceiptOptions = {
  customerEmails: StripeAccount['customerEmails']
  /** Delivers a message. The same id is the same message. */
  deliver: (mail: OutgoingMail, id: string) => void
}

const SCHEMA = 'create table if not exists outgoing_mails (id text primary key, message text not null) strict'

function newReceiptNumber(): string {
  const part = () => String(randomInt(10_000)).padStart(4, '0')
  return `${part()}-${part()}`
}

/** The email of a charge's customer; null without one. */
function recipientOf(work: Work, { customer, billing_details }: Objects['charge']): string | null {
  const id = idOf(customer)
  return id === null ? billing_details.email : (work.store.get('customer', id)?.email ?? null)
}

/**
 * The emails to customers. Each is stored in the transaction of its payment until the inbox has it, so that none is lost
 * or doubled when the process ends.
 */
export class ReceiptOutbox {
  private readonly store: ObjectStore
  private readonly begin: () => Work
  private readonly options: ReceiptOptions
  private readonly log: (line: string) => void
  private isFailing = false

  constructor(store: ObjectStore, begin: () => Work, options: ReceiptOptions, log: (line: string) => void) {
    this.store = store
    this.begin = begin
    this.options = options
    this.log = log
    store.db.exec(SCHEMA)
  }

  /** Stores the emails about the events of a transaction, inside of it. */
  note(events: readonly StoredEvent[]): void {
    const { successfulPayments, refunds } = this.options.customerEmails
    for (const { type, data } of events) {
      if (type === 'charge.succeeded' && successfulPayments) this.notePayment(String(data.object.id))
      if (type === 'refund.created' && refunds) this.noteRefund(String(data.object.id))
    }
  }

  private notePayment(id: string): void {
    const work = this.begin()
    const charge = work.need('charge', id)
    const to = recipientOf(work, charge)
    if (to === null) return
    const receipt_number = newReceiptNumber()
    const invoice = invoiceOf(work, idOf(charge.payment_intent), idOf(charge.customer))
    if (invoice) work.store.put('invoice', { ...invoice, receipt_number })
    work.store.put('charge', { ...charge, receipt_email: to, receipt_number })
    const envelope = { business: work.businessName, to }
    this.enqueue(id, receiptMail(envelope, charge, receiptOf(work, charge), receipt_number))
  }

  private noteRefund(id: string): void {
    const work = this.begin()
    const refund = work.need('refund', id)
    const charge = work.need('charge', idOf(refund.charge) ?? '')
    const to = recipientOf(work, charge)
    if (to === null) return
    const receipt_number = newReceiptNumber()
    work.store.put('refund', { ...refund, receipt_number })
    const envelope = { business: work.businessName, to }
    this.enqueue(id, refundMail(envelope, refund, charge, receiptOf(work, charge), receipt_number))
  }

  /** Stores an email until the inbox has it. */
  enqueue(id: string, mail: OutgoingMail): void {
    this.store.prepare('insert into outgoing_mails (id, message) values (?, ?)').run(id, JSON.stringify(mail))
  }

  /** Sends the stored emails; those that fail are sent with the next call. */
  send(): void {
    try {
      for (const row of this.store.prepare('select id, message from outgoing_mails order by rowid').all()) {
        const mail: OutgoingMail = JSON.parse(String(row.message))
        this.options.deliver(mail, String(row.id))
        this.store.prepare('delete from outgoing_mails where id = ?').run(String(row.id))
      }
      this.isFailing = false
    } catch (error) {
      if (!this.isFailing) this.log(`local cloud: receipts failed and are retried: ${error}`)
      this.isFailing = true
    }
  }
}
