import { expect, it } from 'vitest'
import { handledEvents } from './events'

it('handledEvents lists exactly the event types that the webhook has to handle', () => {
  expect([...handledEvents].sort()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.refunded',
    'checkout.session.async_payment_failed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.completed',
    'checkout.session.expired',
    'customer.deleted',
    'customer.subscription.created',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'customer.subscription.updated',
    'customer.updated',
    'invoice.finalization_failed',
    'invoice.paid',
    'invoice.payment_action_required',
    'invoice.payment_failed',
    'subscription_schedule.updated',
  ])
})
