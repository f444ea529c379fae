import { invalid } from '../errors.ts'
import { createId, nullFields } from '../ids.ts'
import { getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { formatMoney } from './currency.ts'

/** Refunds a charge: the rest, or an amount in cents. Throws a 400 when the amount exceeds the rest. */
export function refundCharge(
  work: Work,
  charge: Objects['charge'],
  params: { amount: number | undefined; reason: string | null },
): Objects['refund'] {
  const refused = (message: string, code: string) => invalid(`Charge ${charge.id} ${message}`, 'charge', code)
  const left = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded')
    throw refused('has not been paid and cannot be refunded.', 'charge_not_refundable')
  if (left === 0) throw refused('has already been refunded.', 'charge_already_refunded')
  if (charge.disputed) throw refused('has been charged back; cannot issue a refund.', 'charge_disputed')
  const amount = params.amount ?? left
  if (amount > left) {
    const [given, most] = [formatMoney(amount, charge.currency), formatMoney(left, charge.currency)]
    throw invalid(`Refund amount (${given}) is greater than unrefunded amount on charge (${most})`, 'amount')
  }
  const refund: Objects['refund'] = {
    id: createId('re', 24),
    object: 'refund',
    amount,
    charge: charge.id,
    created: work.now(),
    currency: charge.currency,
    customer: getId(charge.customer),
    metadata: {},
    payment_intent: getId(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: params.reason,
    status: 'succeeded',
    ...nullFields('balance_transaction customer_account receipt_number source_transfer_reversal'),
    ...nullFields('transfer_reversal'),
  }
  work.save('refund', refund, 'refund.created')
  const amount_refunded = charge.amount_refunded + amount
  const refunded = amount_refunded === charge.amount
  work.save('charge', { ...charge, amount_refunded, refunded }, 'charge.refunded')
  return refund
}
