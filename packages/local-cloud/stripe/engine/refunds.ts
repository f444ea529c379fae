import { createInvalidError } from '../errors.ts'
import { createId, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { getId, type Objects } from '../types.ts'
import { formatMoney } from './currency.ts'

/**
 * Refunds a charge, by default the amount that has not been refunded.
 *
 * @param params.amount - in cents
 * @throws StripeApiError 400 when the charge cannot be refunded, or the amount exceeds what is left to refund
 */
export function refundCharge(
  operation: Operation,
  charge: Objects['charge'],
  params: { amount: number | undefined; reason: string | null },
): Objects['refund'] {
  const createRefundError = (message: string, code: string) =>
    createInvalidError(`Charge ${charge.id} ${message}`, 'charge', code)
  const unrefunded = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded')
    throw createRefundError('has not been paid and cannot be refunded.', 'charge_not_refundable')
  if (unrefunded === 0) throw createRefundError('has already been refunded.', 'charge_already_refunded')
  if (charge.disputed)
    throw createRefundError('has been charged back; cannot issue a refund.', 'charge_disputed')
  const amount = params.amount ?? unrefunded
  if (amount > unrefunded) {
    const requestedText = formatMoney(amount, charge.currency)
    const unrefundedText = formatMoney(unrefunded, charge.currency)
    throw createInvalidError(
      `Refund amount (${requestedText}) is greater than unrefunded amount on charge (${unrefundedText})`,
      'amount',
    )
  }
  const refund: Objects['refund'] = {
    id: createId('re', 24),
    object: 'refund',
    amount,
    charge: charge.id,
    created: operation.now(),
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
  operation.save(refund, 'refund.created')
  const amount_refunded = charge.amount_refunded + amount
  const refunded = amount_refunded === charge.amount
  operation.save({ ...charge, amount_refunded, refunded }, 'charge.refunded')
  return refund
}
