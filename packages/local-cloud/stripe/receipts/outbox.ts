import { randomInt } from 'node:crypto'
import type { StripeAccount } from '../../config.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import type { ObjectStore } from '../store/objects.ts'
import { idOf, type Objects, type StoredEvent } from '../types.ts'
import type { Work } from '../work.ts'
import { receiptMail, refundMail } from './mail.ts'
import { invoicePaidBy, receiptOf } from './receipt.ts'

export type ReceiptOptions = {
  customerEmails: StripeAccount['customerEmails']
  /** Takes a message; one whose id it has had before is the same message. */
  deliver: (mail: OutgoingMail, id: string) => void
}

const SCHEMA = 'create table if not exists outgoing_mails (id text primary key, message text not null) strict'

/** Two numbers, as Stripe's receipts have them. */
function receiptNumber(): string {
  const part = () => String(randomInt(10_000)).padStart(4, '0')
  return `${part()}-${part()}`
}

/** Who gets the receipts of a charge: its customer, else whom the buyer said to be. Null when there is no address. */
function addressFor(work: Work, charge: Objects['charge']): string | null {
  if (charge.receipt_email !== null) return charge.receipt_email
  const customer = idOf(charge.customer)
  if (customer === null) return charge.billing_details.email
  return work.store.get('customer', customer)?.email ?? null
}

/**
 * The e-mails to customers. Each is kept with the payment that it is about, in one transaction, until the inbox has it,
 * so that none is lost or comes twice, whenever the process ends.
 */
export class ReceiptOutbox {
  private readonly store: ObjectStore
  private readonly begin: () => Work
  private readonly options: ReceiptOptions
  private readonly log: (line: string) => void
  private isFailing = false

  /** Creates its table when it is missing. */
  constructor(store: ObjectStore, begin: () => Work, options: ReceiptOptions, log: (line: string) => void) {
    this.store = store
    this.begin = begin
    this.options = options
    this.log = log
    store.db.exec(SCHEMA)
  }

  /** Writes the e-mails that the events of a transaction are a reason for. Call it inside of that. */
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
    const to = addressFor(work, charge)
    if (to === null || charge.amount === 0) return
    const receipt_number = receiptNumber()
    const invoice = invoicePaidBy(work, charge)
    if (invoice) work.store.put('invoice', { ...invoice, receipt_number })
    work.store.put('charge', { ...charge, receipt_email: to, receipt_number })
    const envelope = { business: work.businessName, to }
    this.keep(id, receiptMail(envelope, charge, receiptOf(work, charge), receipt_number))
  }

  private noteRefund(id: string): void {
    const work = this.begin()
    const refund = work.need('refund', id)
    const charge = work.need('charge', idOf(refund.charge) ?? '')
    const to = addressFor(work, charge)
    if (to === null) return
    const receipt_number = receiptNumber()
    work.store.put('refund', { ...refund, receipt_number })
    const envelope = { business: work.businessName, to }
    this.keep(id, refundMail(envelope, refund, charge, receiptOf(work, charge), receipt_number))
  }

  /** Keeps an e-mail until the inbox has it. */
  keep(id: string, mail: OutgoingMail): void {
    this.store.prepare('insert into outgoing_mails (id, message) values (?, ?)').run(id, JSON.stringify(mail))
  }

  /** Sends what is kept; what cannot be sent waits for the next call. Call it after every transaction, and at the start. */
  send(): void {
    try {
      this.sendAll()
      this.isFailing = false
    } catch (error) {
      if (!this.isFailing) this.log(`local cloud: receipts wait: ${error}`)
      this.isFailing = true
    }
  }

  private sendAll(): void {
    const waiting = this.store.prepare('select id, message from outgoing_mails order by rowid').all()
    for (const { id, message } of waiting) {
      const mail: OutgoingMail = JSON.parse(String(message))
      this.options.deliver(mail, String(id))
      this.store.prepare('delete from outgoing_mails where id = ?').run(String(id))
    }
  }
}
