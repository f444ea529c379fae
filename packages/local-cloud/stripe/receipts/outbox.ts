import { randomInt } from 'node:crypto'
import type { StripeAccount } from '../../config.ts'
import { escapeHtml } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { money } from '../engine/currency.ts'
import type { ObjectStore } from '../store/objects.ts'
import { idOf, type Objects, type StoredEvent } from '../types.ts'
import type { Work } from '../work.ts'
import { day, invoiceOf, type Receipt, receiptOf } from './receipt.ts'

type Row = readonly [name: string, value: string]
type Content = { subject: string; heading: string; amount: string; when: string; rows: Row[]; note: string }

const CELL = 'padding:6px 0;vertical-align:top;border-top:1px solid #d5d9e0'

/** The email about a charge or its refund. */
function mailOf(
  charge: Objects['charge'],
  { invoice }: Receipt,
  about: { kind: 'receipt' | 'refund'; from: string; to: string; object: string },
  { subject, heading, amount, when, rows, note }: Content,
): OutgoingMail {
  const links: Row[] = [
    ['View receipt', charge.receipt_url ?? ''],
    ['View invoice', invoice?.url ?? ''],
  ]
  const cells = rows.map(
    ([name, value]) =>
      `<tr><td style="${CELL}">${escapeHtml(name)}</td><td style="${CELL};text-align:right">${escapeHtml(value)}</td></tr>`,
  )
  const html = `<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(heading)}</title>
<div style="max-width:480px;margin:0 auto;padding:28px 20px;color:#1b1f29;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<p>${escapeHtml(heading)}</p><p style="font-size:32px">${escapeHtml(amount)}</p><p>${escapeHtml(when)}</p>
<table role="presentation" style="width:100%;border-collapse:collapse">${cells.join('')}</table><p>${escapeHtml(note)}</p>
<p>${links.map(([text, href]) => `<a href="${escapeHtml(href)}">${text}</a>`).join(' &nbsp; ')}</p></div>
`
  const lines = [...rows, ...links].map(([name, value]) => `${name}: ${value}`)
  const text = `${[heading, `${amount}\n${when}`, lines.join('\n'), note].filter(Boolean).join('\n\n')}\n`
  const { kind, to, object } = about
  const from = `${about.from} <receipts@localhost>`
  return { source: 'stripe', kind, from, to, subject, html, text, details: { object } }
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
function recipientOf(work: Work, { customer }: Objects['charge']): string | null {
  return work.store.get('customer', idOf(customer) ?? '')?.email ?? null
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

  private notePayment(object: string): void {
    const work = this.begin()
    const charge = work.need('charge', object)
    const to = recipientOf(work, charge)
    if (to === null) return
    const receipt_number = newReceiptNumber()
    const invoice = invoiceOf(work, charge)
    if (invoice) work.store.put('invoice', { ...invoice, receipt_number })
    work.store.put('charge', { ...charge, receipt_email: to, receipt_number })
    const receipt = receiptOf(work, charge)
    const from = work.businessName
    const mail = mailOf(
      charge,
      receipt,
      { kind: 'receipt', from, to, object },
      {
        subject: `Your receipt from ${from} #${receipt_number}`,
        heading: `Receipt from ${from}`,
        amount: receipt.amount,
        when: `Paid ${receipt.date}`,
        rows: [
          ['Receipt number', receipt_number],
          ['Invoice number', receipt.invoice?.number ?? ''],
          ['Payment method', receipt.method],
          ...receipt.lines.map(({ name, period, amount }): Row => [`${name}, ${period}`, amount]),
          ...receipt.sums.map(({ label, amount }): Row => [label, amount]),
        ],
        note: '',
      },
    )
    this.enqueue(object, mail)
  }

  private noteRefund(object: string): void {
    const work = this.begin()
    const refund = work.need('refund', object)
    const charge = work.need('charge', idOf(refund.charge) ?? '')
    const to = recipientOf(work, charge)
    if (to === null) return
    const receipt_number = newReceiptNumber()
    work.store.put('refund', { ...refund, receipt_number })
    const receipt = receiptOf(work, charge)
    const from = work.businessName
    const mail = mailOf(
      charge,
      receipt,
      { kind: 'refund', from, to, object },
      {
        subject: `Your refund from ${from} #${receipt_number}`,
        heading: `Refund from ${from}`,
        amount: money(refund.amount, refund.currency),
        when: `Refunded ${day(refund.created)}`,
        rows: [
          ['Receipt number', receipt_number],
          ['Refunded to', receipt.method],
          ['Payment', `${receipt.amount} on ${receipt.date}`],
          ['Original receipt', receipt.number ?? ''],
        ],
        note: 'It may take 5 to 10 days to appear on your statement.',
      },
    )
    this.enqueue(object, mail)
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
