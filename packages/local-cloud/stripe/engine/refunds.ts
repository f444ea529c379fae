import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { money } from './currency.ts'

/** Gives money back, all that is left or an amount in cents. Throws a 400 when that much is not left. */
export function refundCharge(
  work: Work,
  charge: Objects['charge'],
  params: { amount?: number; reason: string | null; metadata: Record<string, string> },
): Objects['refund'] {
  const left = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded') {
    throw invalid(
      `Charge ${charge.id} has not been paid and cannot be refunded.`,
      'charge',
      'charge_not_refundable',
    )
  }
  if (charge.refunded || left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  }
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw invalid(message, 'charge', 'charge_disputed')
  }
  const amount = params.amount ?? left
  if (amount > left) {
    throw invalid(
      `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`,
      'amount',
    )
  }
  const refund: Objects['refund'] = {
    id: newId('re', 24),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: work.nowFor(charge.customer),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    metadata: params.metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: params.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  work.save('refund', refund, 'refund.created')
  const amount_refunded = charge.amount_refunded + amount
  const after = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
  work.save('charge', after, 'charge.refunded')
  return refund
}
