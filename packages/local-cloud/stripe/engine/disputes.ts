import { createId, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { getId, type Objects } from '../types.ts'

type Dispute = Objects['dispute']

/** The account has a week to respond to a dispute. */
const RESPONSE_SECONDS = 7 * 24 * 3600

const EVIDENCE: Dispute['evidence'] = {
  enhanced_evidence: {},
  ...nullFields('access_activity_log billing_address cancellation_policy cancellation_policy_disclosure'),
  ...nullFields('cancellation_rebuttal customer_communication customer_email_address customer_name'),
  ...nullFields('customer_purchase_ip customer_signature duplicate_charge_documentation duplicate_charge_id'),
  ...nullFields('duplicate_charge_explanation product_description receipt refund_policy'),
  ...nullFields('refund_policy_disclosure refund_refusal_explanation service_date service_documentation'),
  ...nullFields('shipping_address shipping_carrier shipping_date shipping_documentation'),
  ...nullFields('shipping_tracking_number uncategorized_file uncategorized_text'),
}

/** Closes a dispute with the bank's decision (https://docs.stripe.com/api/disputes/object#dispute_object-status). */
export function closeDispute(operation: Operation, dispute: Dispute, { isWon }: { isWon: boolean }): Dispute {
  const closed = operation.save({ ...dispute, status: isWon ? 'won' : 'lost' }, 'charge.dispute.closed')
  if (isWon) operation.emit('charge.dispute.funds_reinstated', closed)
  return closed
}

/** Disputes a charge: the bank withdraws the money immediately (https://docs.stripe.com/disputes/how-disputes-work). */
export function openDispute(operation: Operation, charge: Objects['charge']): Dispute {
  const created = operation.now()
  const dispute: Dispute = {
    id: createId('du', 24),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: EVIDENCE,
    evidence_details: {
      due_by: created + RESPONSE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: getId(charge.payment_intent),
    reason: 'fraudulent',
    status: 'needs_response',
  }
  operation.save({ ...charge, disputed: true }, 'charge.updated')
  operation.save(dispute, 'charge.dispute.created')
  operation.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}
