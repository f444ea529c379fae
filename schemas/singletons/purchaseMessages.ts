import type { FieldDefinition } from 'sanity'
import { maxSourceQuestionLength } from '@/lib/membership/checkout/visitSource'
import { createMessageField, mailMessages, message } from './message'

const longMessage = createMessageField(480)

/** The consent in Checkout, and the emails about a membership that begins, changes or ends. */
export const purchaseMessages: FieldDefinition[] = [
  longMessage(
    'consent',
    'Checkout: consent',
    'Beside the checkbox on Stripe’s page. Link the terms as [text]({page}).',
    {
      placeholders: ['page', 'terms'],
    },
  ),
  message(
    'sourceQuestion',
    'Checkout: question',
    'An optional field on Stripe’s page. Without a text, there is no field.',
    { max: maxSourceQuestionLength },
  ),
  ...mailMessages(
    'guest',
    'Bought without an account',
    'Sent once, after the payment.',
    'Say what was charged, and what happens next.',
    { subject: ['name'], text: ['name', 'date', 'amount'] },
  ),
  longMessage(
    'guestOpen',
    'Bought without an account: next step',
    'Say that the button works once and expires. Link the page that sends another as [text]({page}).',
    { placeholders: ['page'] },
  ),
  longMessage('guestCancel', 'Bought without an account: how to cancel', 'Below the button.'),
  ...mailMessages(
    'reminder',
    'Not signed in yet',
    'Sent after 3 and 14 days to guests who have not signed in.',
    'Ask them to sign in. The rest is as in the first email.',
    { subject: ['name'], text: ['name', 'date'] },
  ),
  ...mailMessages(
    'member',
    'Bought with an account',
    'Sent once, after the payment.',
    'Say what was charged, and what happens next.',
    { subject: ['name'], text: ['name', 'date', 'amount'] },
  ),
  longMessage('memberCancel', 'Bought with an account: how to cancel', 'Below the button.'),
  longMessage('freeText', 'Free membership: text', 'Shown instead in both emails when nothing was charged.', {
    placeholders: ['name'],
  }),
  longMessage('terms', 'After a purchase: terms', 'Below the button, with the terms shown at checkout.', {
    placeholders: ['terms'],
  }),
  longMessage('guestNext', 'After a purchase: next payment', 'Below the terms, if there’s a next payment.', {
    placeholders: ['nextAmount', 'nextDate'],
  }),
  ...mailMessages(
    'canceled',
    'Canceled',
    'Sent when a member cancels.',
    'Say until when the membership is active, and how to resume.',
    { subject: ['name'], preheader: ['date'], text: ['date'] },
  ),
  ...mailMessages(
    'paused',
    'Paused',
    'Sent when the studio pauses a membership in Stripe.',
    'This text is for a pause without an end.',
    { subject: ['name'], text: ['name'] },
  ),
  longMessage('pausedUntilText', 'Paused: with an end', 'Instead of that text, for a pause with an end.', {
    placeholders: ['name', 'date'],
  }),
  ...mailMessages(
    'resumed',
    'Resumed',
    'Sent when a member takes a cancellation back, or a pause ends.',
    'Say that the membership renews automatically.',
    { subject: ['name'], preheader: ['date'], text: ['date', 'amount'] },
  ),
  ...mailMessages(
    'failed',
    'Payment failed',
    'Sent once, when the payment of a renewal fails.',
    'Say how much is due, and what happens if it isn’t paid.',
    { subject: ['name'], text: ['name', 'date', 'amount'], link: ['amount'] },
  ),
  ...mailMessages(
    'lastWarning',
    'Payment failed, last reminder',
    'Sent three days before access ends.',
    'Say until when to pay.',
    { subject: ['name', 'date'], preheader: ['amount'], text: ['name', 'date', 'amount'], link: ['amount'] },
  ),
  ...mailMessages(
    'ended',
    'Ended',
    'Sent when a membership has ended.',
    'This text is for members who canceled.',
    { subject: ['name'], text: ['date'] },
  ),
  longMessage('endedUnpaidText', 'Ended: unpaid', 'Instead of that text, after a payment failed for good.', {
    placeholders: ['date', 'amount'],
  }),
  longMessage(
    'endedByStudioText',
    'Ended: by the studio',
    'Instead of that text, when the studio ended it.',
    {
      placeholders: ['date'],
    },
  ),
]
