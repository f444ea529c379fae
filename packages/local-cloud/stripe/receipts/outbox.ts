import { randomInt } from 'node:crypto'
import type { StripeAccountSettings } from '../../config.ts'
import { escapeHtml } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { formatMoney } from '../engine/currency.ts'
import type { Operation } from '../operation.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { Objects, StoredEvent } from '../types.ts'
import { createReceipt, findInvoice, formatDay, type Receipt } from './receipt.ts'

type Row = readonly [name: string, value: string]
type Content = { amount: string; dateText: string; rows: Row[] }

function renderBody(heading: string, { amount, dateText, rows }: Content, links: Row[]) {
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
  const html = `<!doctype html>
<meta charset="utf-8"><title>${escapeHtml(heading)}</title>
<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(amount)}</p><p>${escapeHtml(dateText)}</p>
<table>${cells.join('')}</table>
<p>${links.map(([text, href]) => `<a href="${escapeHtml(href)}">${text}</a>`).join(' &nbsp; ')}</p>
`
  const lines = [...rows, ...links].map(([name, value]) => `${name}: ${value}`)
  const text = `${heading}\n\n${amount}\n${dateText}\n\n${lines.join('\n')}\n`
  return { html, text }
}

export type CustomerMailOptions = {
  customerEmails: StripeAccountSettings['customerEmails']
  /** Delivers a message. A repeated id means that the same message is sent again. */
  deliver: (mail: OutgoingMail, id: string) => void
}

const SCHEMA = 'create table if not exists outgoing_mails (id text primary key, message text not null) strict'

function createReceiptNumber(): string {
  const createPart = () => String(randomInt(10_000)).padStart(4, '0')
  return `${createPart()}-${createPart()}`
}

/**
 * Stores emails to customers until the inbox has them. Each email is stored in the transaction of its cause, such as a
 * payment, and is sent with its id. Therefore no email is lost or delivered twice when the process ends.
 */
export class CustomerMailOutbox {
  private readonly store: ObjectStore
  private readonly startOperation: () => Operation
  private readonly options: CustomerMailOptions
  private readonly log: (line: string) => void
  private isFailing = false

  constructor(
    store: ObjectStore,
    startOperation: () => Operation,
    options: CustomerMailOptions,
    log: (line: string) => void,
  ) {
    this.store = store
    this.startOperation = startOperation
    this.options = options
    this.log = log
    store.db.exec(SCHEMA)
  }

  /** Stores the emails about the events of a transaction. Call it inside of that transaction. */
  enqueueEmails(events: readonly StoredEvent[]): void {
    const { successfulPayments, refunds } = this.options.customerEmails
    for (const { type, data } of events) {
      const id = String(data.object.id)
      if (type === 'charge.succeeded' && successfulPayments) this.enqueueReceipt(id)
      if (type === 'refund.created' && refunds) this.enqueueRefundEmail(id)
    }
  }

  private enqueueReceipt(chargeId: string): void {
    const operation = this.startOperation()
    const charge = operation.getOrThrow('charge', chargeId)
    const enqueued = this.enqueueChargeEmail('receipt', chargeId, operation, charge, (receipt) => ({
      amount: receipt.amount,
      dateText: `Paid ${receipt.date}`,
      rows: [
        ['Invoice number', receipt.invoice?.number ?? ''],
        ['Payment method', receipt.method],
        ...receipt.lines.map(({ name, period, amount }): Row => [`${name}, ${period}`, amount]),
        ...receipt.sums.map(({ label, amount }): Row => [label, amount]),
      ],
    }))
    if (!enqueued) return
    const { email: receipt_email, receipt_number } = enqueued
    const invoice = findInvoice(operation, charge)
    if (invoice) operation.store.put({ ...invoice, receipt_number })
    operation.store.put({ ...charge, receipt_email, receipt_number })
  }

  private enqueueRefundEmail(refundId: string): void {
    const operation = this.startOperation()
    const refund = operation.getOrThrow('refund', refundId)
    const charge = operation.getOrThrow('charge', refund.charge)
    const enqueued = this.enqueueChargeEmail('refund', refundId, operation, charge, (receipt) => ({
      amount: formatMoney(refund.amount, refund.currency),
      dateText: `Refunded ${formatDay(refund.created)}`,
      rows: [
        ['Refunded to', receipt.method],
        ['Payment', `${receipt.amount} on ${receipt.date}`],
        ['Original receipt', receipt.number ?? ''],
      ],
    }))
    if (enqueued) operation.store.put({ ...refund, receipt_number: enqueued.receipt_number })
  }

  /**
   * Enqueues the email about a charge or its refund.
   *
   * @param objectId - the id of the charge or of the refund
   * @returns undefined when the customer has no email
   */
  private enqueueChargeEmail(
    kind: 'receipt' | 'refund',
    objectId: string,
    operation: Operation,
    charge: Objects['charge'],
    createContent: (receipt: Receipt) => Content,
  ): { email: string; receipt_number: string } | undefined {
    const email = operation.store.get('customer', charge.customer)?.email
    if (!email) return undefined
    const receipt_number = createReceiptNumber()
    const receipt = createReceipt(operation, charge)
    const content = createContent(receipt)
    const rows: Row[] = [['Receipt number', receipt_number], ...content.rows]
    const links: Row[] = [
      ['View receipt', charge.receipt_url ?? ''],
      ['View invoice', receipt.invoice?.url ?? ''],
    ]
    const business = operation.businessName
    const heading = `${kind === 'receipt' ? 'Receipt' : 'Refund'} from ${business}`
    this.enqueue(objectId, {
      source: 'stripe',
      kind,
      from: `${business} <receipts@localhost>`,
      to: email,
      subject: `Your ${kind} from ${business} #${receipt_number}`,
      ...renderBody(heading, { ...content, rows }, links),
      details: { object: objectId },
    })
    return { email, receipt_number }
  }

  /** Stores an email until the inbox has it. */
  enqueue(id: string, mail: OutgoingMail): void {
    this.store.prepare('insert into outgoing_mails (id, message) values (?, ?)').run(id, JSON.stringify(mail))
  }

  /** Sends the stored emails, oldest first, until one fails. The next call begins with that email. */
  send(): void {
    try {
      for (const row of this.store.prepare('select id, message from outgoing_mails order by rowid').all()) {
        const mail: OutgoingMail = JSON.parse(String(row.message))
        this.options.deliver(mail, String(row.id))
        this.store.prepare('delete from outgoing_mails where id = ?').run(String(row.id))
      }
      this.isFailing = false
    } catch (error) {
      if (!this.isFailing) this.log(`local cloud: delivery of emails to customers failed, retrying: ${error}`)
      this.isFailing = true
    }
  }
}
