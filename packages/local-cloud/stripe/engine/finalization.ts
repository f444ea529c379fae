import type { Work } from '../work.ts'
import type { Invoice } from './invoices.ts'

const SETTING = 'finalization_failures'

/** How many invoices, from now on, cannot be made final when their time comes. */
export function setFinalizationFailures(work: Work, count: number): void {
  work.store.set(SETTING, String(count))
}

/** How many are still to fail. */
export function finalizationFailures(work: Work): number {
  return Number(work.store.setting(SETTING) ?? 0)
}

/** Whether the invoice whose time has come fails; counted when it does. */
export function takeFinalizationFailure(work: Work): boolean {
  const left = finalizationFailures(work)
  if (left > 0) setFinalizationFailures(work, left - 1)
  return left > 0
}

/**
 * An invoice that cannot be made final stays a draft until somebody does so by hand
 * (https://docs.stripe.com/api/events/types#event_types-invoice.finalization_failed).
 */
export function failFinalization(work: Work, invoice: Invoice): void {
  const failed: Invoice = {
    ...invoice,
    automatically_finalizes_at: null,
    last_finalization_error: {
      code: 'customer_tax_location_invalid',
      message:
        "The customer's location isn't recognized. Set a valid customer address to make the invoice final.",
      type: 'invalid_request_error',
    },
    next_payment_attempt: null,
  }
  work.save('invoice', failed, 'invoice.finalization_failed')
}
