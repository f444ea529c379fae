import { randomInt } from 'node:crypto'
import type { StripeAccount } from '../../config.ts'
import { escapeHtml } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { formatMoney } from '../engine/currency.ts'
import type { ObjectStore } from '../store/objects.ts'
import { getId, type Objects, type StoredEvent } from '../types.ts'
import type { Work } from '../work.ts'
import { createReceipt, findInvoice, formatDay, type Receipt } from './receipt.ts'

type Row = readonly [name: string, value: string]
type Content = { amount: string; when: string; rows: Row[] }

function renderBody(heading: string, { amount, when, rows }: Content, links: Row[]) {
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
  const html = `<!doctype html>
<meta charset="utf-8"><title>${escapeHtml(heading)}</title>
<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(amount)}</p><p>${escapeHtml(when)}</p>
<table>${cells.join('')}</table>
<p>${links.map(([text, href]) => `<a href="${escapeHtml(href)}">${text}</a>`).join(' &nbsp; ')}</p>
`
  const lines = [...rows, ...links].map(([name, value]) => `${name}: ${value}`)
  const text = `${heading}\n\n${amount}\n${when}\n\n${lines.join('\n')}\n`
  return { html, text }
}

export type ReceiptOptions = {
  customerEmails: StripeAccount['customerEmails']
  /** Delivers a message. The same id is the same message. */
  deliver: (mail: OutgoingMail, id: string) => void
}

const SCHEMA = 'create table if not exists outgoing_mails (id text primary key, message text not null) strict'

function createReceiptNumber(): string {
  const part = () => String(randomInt(10_000)).padStart(4, '0')
  return `${part()}-${part()}`
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
      const id = String(data.object.id)
      if (type === 'charge.succeeded' && successfulPayments) this.notePayment(id)
      if (type === 'refund.created' && refunds) this.noteRefund(id)
    }
  }

  private notePayment(id: string): void {
    const work = this.begin()
    const charge = work.need('charge', id)
    const to = this.enqueueAbout('receipt', id, work, charge, (receipt) => ({
      amount: receipt.amount,
      when: `Paid ${receipt.date}`,
      rows: [
        ['Invoice number', receipt.invoice?.number ?? ''],
        ['Payment method', receipt.method],
        ...receipt.lines.map(({ name, period, amount }): Row => [`${name}, ${period}`, amount]),
        ...receipt.sums.map(({ label, amount }): Row => [label, amount]),
      ],
    }))
    if (!to) return
    const { email: receipt_email, receipt_number } = to
    const invoice = findInvoice(work, charge)
    if (invoice) work.store.put('invoice', { ...invoice, receipt_number })
    work.store.put('charge', { ...charge, receipt_email, receipt_number })
  }

  private noteRefund(id: string): void {
    const work = this.begin()
    const refund = work.need('refund', id)
    const charge = work.need('charge', getId(refund.charge) ?? '')
    const to = this.enqueueAbout('refund', id, work, charge, (receipt) => ({
      amount: formatMoney(refund.amount, refund.currency),
      when: `Refunded ${formatDay(refund.created)}`,
      rows: [
        ['Refunded to', receipt.method],
        ['Payment', `${receipt.amount} on ${receipt.date}`],
        ['Original receipt', receipt.number ?? ''],
      ],
    }))
    if (to) work.store.put('refund', { ...refund, receipt_number: to.receipt_number })
  }

  /** Enqueues the email about a charge or its refund. Returns undefined when the customer has no email. */
  private enqueueAbout(
    kind: 'receipt' | 'refund',
    object: string,
    work: Work,
    charge: Objects['charge'],
    createContent: (receipt: Receipt) => Content,
  ): { email: string; receipt_number: string } | undefined {
    const email = work.store.get('customer', getId(charge.customer) ?? '')?.email
    if (!email) return undefined
    const receipt_number = createReceiptNumber()
    const receipt = createReceipt(work, charge)
    const content = createContent(receipt)
    const rows: Row[] = [['Receipt number', receipt_number], ...content.rows]
    const links: Row[] = [
      ['View receipt', charge.receipt_url ?? ''],
      ['View invoice', receipt.invoice?.url ?? ''],
    ]
    const business = work.businessName
    const heading = `${kind === 'receipt' ? 'Receipt' : 'Refund'} from ${business}`
    this.enqueue(object, {
      source: 'stripe',
      kind,
      from: `${business} <receipts@localhost>`,
      to: email,
      subject: `Your ${kind} from ${business} #${receipt_number}`,
      ...renderBody(heading, { ...content, rows }, links),
      details: { object },
    })
    return { email, receipt_number }
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
      if (!this.isFailing) this.log(`local cloud: delivery of receipts failed; it is retried: ${error}`)
      this.isFailing = true
    }
  }
}
