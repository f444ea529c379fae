import { createInvalidError } from '../errors.ts'
import { createId, createRandomText, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { createList, getId, type Objects, type Reference } from '../types.ts'
import { buildLine, type Discount } from './lines.ts'
import { cancelIntent, createIntent, type PaymentIntent } from './payments.ts'

export type Invoice = Objects['invoice']

export type InvoiceParams = {
  customer: Objects['customer']
  reason: 'subscription_create' | 'subscription_cycle' | 'upcoming'
  discounts: Discount[]
  /** The subscription, whose item already has the period that is billed. */
  subscription: Objects['subscription']
  /** The bounds of the period before the billed one, as Unix times in seconds. Equal for a first invoice. */
  period: { start: number; end: number }
  created: number
  /** The Unix time in seconds at which Stripe finalizes the invoice automatically, or null if it does not. */
  finalizesAt: number | null
}

/** Returns the id of an invoice's subscription, or an empty string. */
export function getSubscriptionId(invoice: Invoice): string {
  return getId(invoice.parent?.subscription_details?.subscription) ?? ''
}

/** Creates a draft invoice without storing it. */
export function draftInvoice(operation: Operation, params: InvoiceParams): Invoice {
  const { customer, subscription, created, finalizesAt } = params
  const id = params.reason === 'upcoming' ? `upcoming_in_${createRandomText(24)}` : createId('in', 24)
  const line = buildLine(operation, id, subscription, params.discounts)
  const reductions = line.discount_amounts ?? []
  const subtotal = line.amount
  const total = reductions.reduce((remaining, { amount }) => remaining - amount, subtotal)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: operation.businessName,
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

/** Creates a draft invoice, and stores it. */
export function createInvoice(operation: Operation, params: InvoiceParams): Invoice {
  return operation.save(draftInvoice(operation, params), 'invoice.created')
}

/** Returns a customer's next invoice number. Increments the number stored in the customer, and stores the currency. */
function takeInvoiceNumber(operation: Operation, customer: Objects['customer'], currency: string): string {
  const sequence = customer.next_invoice_sequence ?? 1
  operation.store.put({ ...customer, next_invoice_sequence: sequence + 1, currency })
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`
}

/**
 * Finalizes a draft: the invoice gets a number and a payment intent, and its amount can no longer change. A zero-amount
 * invoice is paid immediately (https://docs.stripe.com/billing/invoices/workflow#zero-amount-invoices).
 *
 * @param intent - an existing payment intent for the invoice; by default one is created
 */
export function finalizeInvoice(operation: Operation, draft: Invoice, intent?: PaymentIntent): Invoice {
  const now = operation.now()
  const customer = operation.store.get('customer', draft.customer)
  const openInvoice: Invoice = {
    ...draft,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: `${operation.pagesOrigin}/invoice/${draft.id}`,
    number: customer ? takeInvoiceNumber(operation, customer, draft.currency) : draft.id,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  }
  operation.save(openInvoice, 'invoice.finalized')
  if (openInvoice.amount_due === 0) return settleInvoice(operation, openInvoice)
  const { id: payment_intent } =
    intent ??
    createIntent(operation, {
      amount: openInvoice.amount_due,
      currency: openInvoice.currency,
      customer: getId(openInvoice.customer),
    })
  operation.store.put({
    id: createId('inpay', 24),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: openInvoice.amount_due,
    created: now,
    currency: openInvoice.currency,
    invoice: openInvoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent, type: 'payment_intent' },
    status: 'open',
    status_transitions: nullFields('canceled_at paid_at'),
  })
  return openInvoice
}

/** Finds an invoice's payment intent. */
export function findIntent(operation: Operation, invoice: Reference): PaymentIntent | undefined {
  const [payment] = operation.store.listChildren('invoice_payment', invoice)
  return operation.store.get('payment_intent', payment?.payment.payment_intent)
}

/** Marks an invoice as paid. */
export function settleInvoice(operation: Operation, invoice: Invoice): Invoice {
  const paid_at = operation.now()
  const [payment] = operation.store.listChildren('invoice_payment', invoice.id)
  if (payment) {
    const status_transitions = { ...payment.status_transitions, paid_at }
    const paidPayment = { ...payment, amount_paid: invoice.amount_due, status: 'paid', status_transitions }
    operation.save(paidPayment, 'invoice_payment.paid')
  }
  const paidInvoice: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at },
  }
  operation.save(paidInvoice, 'invoice.paid')
  operation.emit('invoice.payment_succeeded', paidInvoice, invoice)
  return paidInvoice
}

/** Throws a 400 unless the invoice has one of the statuses. `verb` is the refused action in the message. */
export function requireStatus(invoice: Invoice, statuses: string[], verb: string): void {
  if (statuses.includes(String(invoice.status))) return
  throw createInvalidError(
    `You can only ${verb} invoices with the status ${statuses.join(' or ')}; this one is ${invoice.status}.`,
    undefined,
    'invoice_not_editable',
  )
}

/** Voids an invoice, and cancels its payment. */
export function voidInvoice(operation: Operation, invoice: Invoice): Invoice {
  const now = operation.now()
  const [payment] = operation.store.listChildren('invoice_payment', invoice.id)
  if (payment) {
    const status_transitions = { ...payment.status_transitions, canceled_at: now }
    operation.store.put({ ...payment, status: 'canceled', status_transitions })
    cancelIntent(operation, payment.payment.payment_intent, 'void_invoice')
  }
  const voidedInvoice: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: now },
  }
  return operation.save(voidedInvoice, 'invoice.voided')
}

/** Marks an invoice as uncollectible. It can still be paid. */
export function writeOffInvoice(operation: Operation, invoice: Invoice): Invoice {
  const uncollectibleInvoice: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: operation.now() },
  }
  return operation.save(uncollectibleInvoice, 'invoice.marked_uncollectible')
}

const FAILURES_SETTING = 'finalization_failures'

/** Sets how many of the next renewal invoices fail to finalize. */
export function setFinalizationFailures(operation: Operation, count: number): void {
  operation.store.setSetting(FAILURES_SETTING, String(count))
}

/**
 * Fails a draft's finalization if failures from `setFinalizationFailures` remain
 * (https://docs.stripe.com/api/events/types#event_types-invoice.finalization_failed).
 *
 * @returns whether the finalization failed
 */
export function failFinalizationIfSet(operation: Operation, invoice: Invoice): boolean {
  const failures = Number(operation.store.getSetting(FAILURES_SETTING) ?? 0)
  if (failures === 0) return false
  setFinalizationFailures(operation, failures - 1)
  const message =
    "The customer's location isn't recognized. Set a valid customer address to finalize the invoice."
  const failedInvoice: Invoice = {
    ...invoice,
    automatically_finalizes_at: null,
    last_finalization_error: {
      code: 'customer_tax_location_invalid',
      message,
      type: 'invalid_request_error',
    },
    next_payment_attempt: null,
  }
  operation.save(failedInvoice, 'invoice.finalization_failed')
  return true
}
