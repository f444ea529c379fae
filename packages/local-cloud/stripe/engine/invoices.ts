import { newId, randomText } from '../ids.ts'
import { listOfAll } from '../store/page.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { balanceOf, setBalance, settledBy } from './balance.ts'
import type { Discount } from './discounts.ts'
import { buildLines, type Item } from './lines.ts'
import { cancelIntent, createIntent } from './payments.ts'

export type Invoice = Objects['invoice']

/** How long a renewal's invoice stays a draft (https://docs.stripe.com/billing/invoices/subscription). Seconds. */
export const DRAFT_TIME = 3600

/** What the payment of a first invoice is described with. */
export const SUBSCRIPTION_CREATION = 'Subscription creation'

export type InvoiceParams = {
  customer: Objects['customer']
  currency: string
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'
  items: Item[]
  discounts: Discount[]
  subscription: { id: string; metadata: Record<string, string> } | null
  /** When the period that it looks back on began and ended. Seconds since 1970. */
  period: { start: number; end: number }
  created: number
  /** When it stops being a draft by itself; null when somebody else sees to that. Seconds since 1970. */
  finalizesAt: number | null
}

/** The customer behind an invoice or intent; undefined when deleted. */
export function customerOf(work: Work, object: { customer: unknown }): Objects['customer'] | undefined {
  return typeof object.customer === 'string' ? work.store.get('customer', object.customer) : undefined
}

/** The subscription that an invoice is for. */
export function subscriptionIdOf(invoice: Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription)
}

/** A draft of an invoice, not yet kept. */
export function draftInvoice(work: Work, params: InvoiceParams): Invoice {
  const { customer, currency, subscription, created, finalizesAt } = params
  const id = params.reason === 'upcoming' ? `upcoming_in_${randomText(24)}` : newId('in', 24)
  const { lines, used } = buildLines(work, id, params.items, params.discounts)
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const totals = used.map((discount) => ({
    amount: lines
      .flatMap(({ discount_amounts }) => discount_amounts ?? [])
      .filter((part) => part.discount === discount.id)
      .reduce((sum, { amount }) => sum + amount, 0),
    discount: discount.id,
  }))
  const total = subtotal - totals.reduce((sum, { amount }) => sum + amount, 0)
  const balance = balanceOf(customer, currency)
  const { due } = settledBy(total, balance, currency)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: work.businessName,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: finalizesAt !== null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: finalizesAt,
    billing_reason: params.reason,
    collection_method: 'charge_automatically',
    created,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: used.map(({ id: discount }) => discount),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { ...listOfAll(`/v1/invoices/${id}/lines`, lines) },
    livemode: false,
    metadata: {},
    next_payment_attempt: finalizesAt,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: params.period.end,
    period_start: params.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: idOf(customer.test_clock),
    total,
    total_discount_amounts: totals,
    total_excluding_tax: total,
    total_pretax_credit_amounts: totals.map((part) => ({ ...part, type: 'discount' })),
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}

/** Keeps a draft. */
export function createInvoice(work: Work, params: InvoiceParams): Invoice {
  return work.save('invoice', draftInvoice(work, params), 'invoice.created')
}

function nextNumber(work: Work, customer: Objects['customer'], currency: string): string {
  const sequence = customer.next_invoice_sequence ?? 1
  work.store.put('customer', {
    ...customer,
    next_invoice_sequence: sequence + 1,
    currency: customer.currency ?? currency,
  })
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`
}

/**
 * Makes a draft final: it has a number now, can be paid, and never changes its amount. What the customer owes from
 * before is part of it, and it is paid when there is nothing to charge.
 *
 * @param made - the payment for it, where that came first
 */
export function finalizeInvoice(work: Work, draft: Invoice, made?: Objects['payment_intent']): Invoice {
  const now = work.nowFor(idOf(draft.customer))
  const customer = customerOf(work, draft)
  const hosted = `${work.pages}/invoice/${draft.id}`
  const balance = customer ? balanceOf(customer, draft.currency) : 0
  const { due, left } = settledBy(draft.total, balance, draft.currency)
  const open: Invoice = {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: left,
    starting_balance: balance,
    hosted_invoice_url: hosted,
    invoice_pdf: `${hosted}/pdf`,
    number: customer ? nextNumber(work, customer, draft.currency) : draft.id,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  }
  work.save('invoice', open, 'invoice.finalized')
  changeBalance(work, open, left - balance)
  if (open.amount_due === 0) return settleInvoice(work, open, null)
  const intent =
    made ??
    createIntent(work, {
      amount: open.amount_due,
      currency: open.currency,
      customer: idOf(open.customer),
      description:
        open.billing_reason === 'subscription_create' ? SUBSCRIPTION_CREATION : 'Subscription update',
    })
  work.store.put('invoice_payment', {
    id: newId('inpay', 24),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: open.amount_due,
    created: now,
    currency: open.currency,
    invoice: open.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  return open
}

/** The default payment of an invoice. */
export function paymentOf(work: Work, invoiceId: string): Objects['invoice_payment'] | undefined {
  return work.store.children('invoice_payment', invoiceId)[0]
}

/** The payment intent behind an invoice. */
export function intentOf(work: Work, invoiceId: string): Objects['payment_intent'] | undefined {
  const id = idOf(paymentOf(work, invoiceId)?.payment.payment_intent)
  return id ? work.store.get('payment_intent', id) : undefined
}

/** Records that an invoice is paid; `outOfBand` when nobody was charged for it. */
export function settleInvoice(work: Work, invoice: Invoice, paid: { outOfBand: boolean } | null): Invoice {
  const now = work.nowFor(idOf(invoice.customer))
  const payment = paymentOf(work, invoice.id)
  if (payment) {
    const status_transitions = { ...payment.status_transitions, paid_at: now }
    const amount_paid = invoice.amount_due
    work.save(
      'invoice_payment',
      { ...payment, amount_paid, status: 'paid', status_transitions },
      'invoice_payment.paid',
    )
    if (paid?.outOfBand) cancelIntent(work, idOf(payment.payment.payment_intent) ?? '', 'void_invoice')
  }
  const { status_details: _details, ...rest } = invoice
  const done: Invoice = {
    ...rest,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  }
  work.save('invoice', done, 'invoice.paid')
  work.emit('invoice.payment_succeeded', done, invoice)
  return done
}

function endInvoice(work: Work, invoice: Invoice): void {
  const payment = paymentOf(work, invoice.id)
  if (!payment || payment.status === 'paid') return
  const canceled_at = work.nowFor(idOf(invoice.customer))
  work.store.put('invoice_payment', {
    ...payment,
    status: 'canceled',
    status_transitions: { ...payment.status_transitions, canceled_at },
  })
  cancelIntent(work, idOf(payment.payment.payment_intent) ?? '', 'void_invoice')
}

/** Changes what the customer of an invoice owes. Smallest units. */
function changeBalance(work: Work, invoice: Invoice, change: number): void {
  const customer = customerOf(work, invoice)
  if (!customer || change === 0) return
  const before = balanceOf(customer, invoice.currency)
  setBalance(work, customer, invoice.currency, before + change)
}

/**
 * Declares that an invoice is not to be paid any more. What was owed from before, and added to it, is owed again
 * (https://docs.stripe.com/changelog/2019-12-03/customer-balances-returned-voided-invoices).
 */
export function voidInvoice(work: Work, invoice: Invoice): Invoice {
  endInvoice(work, invoice)
  if (invoice.status !== 'draft') {
    changeBalance(work, invoice, invoice.starting_balance - (invoice.ending_balance ?? 0))
  }
  const voided_at = work.nowFor(idOf(invoice.customer))
  const { status_details: _details, ...rest } = invoice
  const gone: Invoice = {
    ...rest,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at },
  }
  return work.save('invoice', gone, 'invoice.voided')
}

/**
 * Gives up on an invoice; it can still be paid.
 *
 * @param reason - why (https://docs.stripe.com/changelog/endive/2026-09-30/invoice-uncollectible-status-detail)
 */
export function writeOffInvoice(
  work: Work,
  invoice: Invoice,
  reason: 'subscription_paused' | 'user_forgiven',
): Invoice {
  const marked_uncollectible_at = work.nowFor(idOf(invoice.customer))
  const off: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_details: { uncollectible: { reason } },
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at },
  }
  return work.save('invoice', off, 'invoice.marked_uncollectible')
}
