import { newId } from '../ids.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

type Dispute = Objects['dispute']

/** How long there is to answer a dispute. Seconds, a week. */
const ANSWER_TIME = 7 * 24 * 3600

const EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** The bank decides on a dispute (https://docs.stripe.com/api/disputes/object#dispute_object-status). */
export function closeDispute(work: Work, dispute: Dispute, isWon: boolean): Dispute {
  const closed = work.save('dispute', { ...dispute, status: isWon ? 'won' : 'lost' }, 'charge.dispute.closed')
  if (isWon) work.emit('charge.dispute.funds_reinstated', closed)
  return closed
}

/**
 * A customer's bank takes a payment back, for the time being: the money is gone from the account
 * (https://docs.stripe.com/disputes/how-disputes-work, https://docs.stripe.com/api/events/types).
 */
export function openDispute(work: Work, charge: Objects['charge'], reason = 'fraudulent'): Dispute {
  const created = work.nowFor(charge.customer)
  const dispute: Dispute = {
    id: newId('du', 24),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: EVIDENCE,
    evidence_details: {
      due_by: created + ANSWER_TIME,
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
    payment_intent: idOf(charge.payment_intent),
    reason,
    status: 'needs_response',
  }
  work.save('charge', { ...charge, disputed: true }, 'charge.updated')
  work.save('dispute', dispute, 'charge.dispute.created')
  work.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}
