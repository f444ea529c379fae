import { invalid } from '../errors.ts'
import { createId, createRandomText, nullFields } from '../ids.ts'
import { createList, getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { buildLine, type Discount } from './lines.ts'
import { cancelIntent, createIntent, type PaymentIntent } from './payments.ts'

export type Invoice = Objects['invoice']

export type InvoiceParams = {
  customer: Objects['customer']
  reason: 'subscription_create' | 'subscription_cycle' | 'upcoming'
  discounts: Discount[]
  /** In the period that is billed. */
  subscription: Objects['subscription']
  /** The period before. Seconds since 1970. */
  period: { start: number; end: number }
  created: number
  /** When it is finalized by itself; null for never. Seconds since 1970. */
  finalizesAt: number | null
}

/** The customer of an invoice; undefined when deleted. */
export function findCustomer(work: Work, invoice: Invoice): Objects['customer'] | undefined {
  return work.store.get('customer', getId(invoice.customer) ?? '')
}

/** The id of the subscription of an invoice. */
export function getSubscriptionId(invoice: Invoice): string {
  return getId(invoice.parent?.subscription_details?.subscription) ?? ''
}

/** A draft of an invoice that is not stored. */
export function draftInvoice(work: Work, params: InvoiceParams): Invoice {
  const { customer, subscription, created, finalizesAt } = params
  const id = params.reason === 'upcoming' ? `upcoming_in_${createRandomText(24)}` : createId('in', 24)
  const line = buildLine(work, id, subscription, params.discounts)
  const reductions = line.discount_amounts ?? []
  const subtotal = line.amount
  const total = reductions.reduce((rest, { amount }) => rest - amount, subtotal)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: work.businessName,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: finalizesAt !== null,
    automatic_tax: { enabled: false, ...nullFields('disabled_reason liability provider status') },
    automatically_finalizes_at: finalizesAt,
    billing_reason: params.reason,
    collection_method: 'charge_automatically',
    created,
    currency: line.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: reductions.map(({ discount }) => discount),
    issuer: { type: 'self' },
    lines: createList(`/v1/invoices/${id}/lines`, [line]),
    livemode: false,
    metadata: {},
    next_payment_attempt: finalizesAt,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: nullFields('default_mandate payment_method_options payment_method_types'),
    period_end: params.period.end,
    period_start: params.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: nullFields('finalized_at marked_uncollectible_at paid_at voided_at'),
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: reductions,
    total_excluding_tax: total,
    total_pretax_credit_amounts: line.pretax_credit_amounts,
    total_taxes: [],
    ...nullFields('account_tax_ids application custom_fields customer_account customer_address'),
    ...nullFields('customer_phone default_payment_method default_source description due_date effective_at'),
    ...nullFields('ending_balance footer from_invoice hosted_invoice_url invoice_pdf'),
    ...nullFields('last_finalization_error latest_revision number on_behalf_of receipt_number rendering'),
    ...nullFields('shipping_cost shipping_details statement_descriptor customer_shipping test_clock'),
    ...nullFields('webhooks_delivered_at'),
  }
}

/** Stores a draft. */
export function createInvoice(work: Work, params: InvoiceParams): Invoice {
  return work.save('invoice', draftInvoice(work, params), 'invoice.created')
}

function takeNumber(work: Work, customer: Objects['customer'], currency: string): string {
  const sequence = customer.next_invoice_sequence ?? 1
  work.store.put('customer', { ...customer, next_invoice_sequence: sequence + 1, currency })
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`
}

/**
 * Finalizes a draft: it has a number and a payment, and its amount never changes.
 *
 * @param intent - its payment, when that exists already
 */
export function finalizeInvoice(work: Work, draft: Invoice, intent?: PaymentIntent): Invoice {
  const now = work.now()
  const customer = findCustomer(work, draft)
  const open: Invoice = {
    ...draft,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: `${work.pages}/invoice/${draft.id}`,
    number: customer ? takeNumber(work, customer, draft.currency) : draft.id,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  }
  work.save('invoice', open, 'invoice.finalized')
  const { id: payment_intent } =
    intent ??
    createIntent(work, {
      amount: open.amount_due,
      currency: open.currency,
      customer: getId(open.customer),
    })
  work.store.put('invoice_payment', {
    id: createId('inpay', 24),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: open.amount_due,
    created: now,
    currency: open.currency,
    invoice: open.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent, type: 'payment_intent' },
    status: 'open',
    status_transitions: nullFields('canceled_at paid_at'),
  })
  return open
}

/** The payment intent of an invoice. */
export function findIntent(work: Work, invoiceId: string): PaymentIntent | undefined {
  const [payment] = work.store.children('invoice_payment', invoiceId)
  return work.store.get('payment_intent', getId(payment?.payment.payment_intent) ?? '')
}

/** Marks an invoice as paid. */
export function settleInvoice(work: Work, invoice: Invoice): Invoice {
  const paid_at = work.now()
  const [payment] = work.store.children('invoice_payment', invoice.id)
  if (payment) {
    const status_transitions = { ...payment.status_transitions, paid_at }
    const paid = { ...payment, amount_paid: invoice.amount_due, status: 'paid', status_transitions }
    work.save('invoice_payment', paid, 'invoice_payment.paid')
  }
  const done: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at },
  }
  work.save('invoice', done, 'invoice.paid')
  work.emit('invoice.payment_succeeded', done, invoice)
  return done
}

/** Throws a 400 when an invoice has another status than these. */
export function requireStatus(invoice: Invoice, statuses: string[], verb: string): void {
  if (statuses.includes(String(invoice.status))) return
  throw invalid(
    `You can only ${verb} invoices with the status ${statuses.join(' or ')}; this one is ${invoice.status}.`,
    undefined,
    'invoice_not_editable',
  )
}

/** Voids an invoice and its payment. */
export function voidInvoice(work: Work, invoice: Invoice): Invoice {
  const now = work.now()
  const [payment] = work.store.children('invoice_payment', invoice.id)
  if (payment) {
    const status_transitions = { ...payment.status_transitions, canceled_at: now }
    work.store.put('invoice_payment', { ...payment, status: 'canceled', status_transitions })
    cancelIntent(work, getId(payment.payment.payment_intent) ?? '', 'void_invoice')
  }
  const voided: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: now },
  }
  return work.save('invoice', voided, 'invoice.voided')
}

/** Marks an invoice as uncollectible; it can still be paid. */
export function writeOffInvoice(work: Work, invoice: Invoice): Invoice {
  const uncollectible: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: work.now() },
  }
  return work.save('invoice', uncollectible, 'invoice.marked_uncollectible')
}

const FAILURES = 'finalization_failures'

/** Sets how many of the next invoices cannot be finalized. */
export function setFinalizationFailures(work: Work, count: number): void {
  work.store.set(FAILURES, String(count))
}

/**
 * Leaves a draft as it is when its finalization is set to fail
 * (https://docs.stripe.com/api/events/types#event_types-invoice.finalization_failed).
 *
 * @returns whether it failed
 */
export function failFinalization(work: Work, invoice: Invoice): boolean {
  const failures = Number(work.store.setting(FAILURES) ?? 0)
  if (failures === 0) return false
  setFinalizationFailures(work, failures - 1)
  const message =
    "The customer's location isn't recognized. Set a valid customer address to finalize the invoice."
  const failed: Invoice = {
    ...invoice,
    automatically_finalizes_at: null,
    last_finalization_error: {
      code: 'customer_tax_location_invalid',
      message,
      type: 'invalid_request_error',
    },
    next_payment_attempt: null,
  }
  work.save('invoice', failed, 'invoice.finalization_failed')
  return true
}
