import { randomInt } from 'node:crypto'
import type { StripeAccount } from '../../config.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import type { ObjectStore } from '../store/objects.ts'
import { idOf, type Objects, type StoredEvent } from '../types.ts'
import type { Work } from '../work.ts'
import { receiptMail, refundMail } from './mail.ts'
import { invoiceOf, receiptOf } from './receipt.ts'

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
