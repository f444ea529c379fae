import { closeDispute } from '../engine/disputes.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { page } from '../http/page.ts'
import { flag, object, text } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata } from '../params/shared.ts'
import type { Objects } from '../types.ts'

const EVIDENCE_ELSEWHERE = [
  'access_activity_log',
  'appeal',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'enhanced_evidence',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
]

/** `/v1/disputes` */
export const disputeEndpoints: Endpoint[] = [
  endpoint('GET', '/v1/disputes/:id', {}, ({ work, path }) => work.need('dispute', path('id'))),
  endpoint(
    'POST',
    '/v1/disputes/:id',
    { metadata, submit: flag(), evidence: object({ uncategorized_text: text(150_000) }, EVIDENCE_ELSEWHERE) },
    ({ work, params, path }) => {
      const dispute = work.need('dispute', path('id'))
      const words = params.evidence?.uncategorized_text
      // https://docs.stripe.com/testing#disputes: these texts decide a test dispute.
      if (words === 'winning_evidence') return closeDispute(work, dispute, 'won')
      if (words === 'losing_evidence') return closeDispute(work, dispute, 'lost')
      const updated: Objects['dispute'] = {
        ...dispute,
        evidence: { ...dispute.evidence, uncategorized_text: words ?? dispute.evidence.uncategorized_text },
        evidence_details: { ...dispute.evidence_details, has_evidence: words !== undefined },
        metadata: mergeMetadata(dispute.metadata, params.metadata),
        status: words !== undefined && params.submit !== false ? 'under_review' : dispute.status,
      }
      return work.save('dispute', updated, 'charge.dispute.updated')
    },
    ['intended_submission_method'],
  ),
  endpoint('POST', '/v1/disputes/:id/close', {}, ({ work, path }) =>
    closeDispute(work, work.need('dispute', path('id')), 'lost'),
  ),
  endpoint(
    'GET',
    '/v1/disputes',
    { ...listFields, charge: text(), payment_intent: text() },
    ({ work, params }) => {
      const all =
        params.charge === undefined
          ? work.store.all('dispute')
          : work.store.children('dispute', params.charge)
      const intent = params.payment_intent
      return page(
        '/v1/disputes',
        all.filter((dispute) => intent === undefined || dispute.payment_intent === intent),
        params,
      )
    },
  ),
]
