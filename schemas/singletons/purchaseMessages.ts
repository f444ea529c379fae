import type { FieldDefinition } from 'sanity'
import { createMessageField, message } from './message'

const longMessage = createMessageField(480)

/** The consent in Checkout, and the emails after a purchase or a failed payment. */
export const purchaseMessages: FieldDefinition[] = [
  longMessage(
    'consent',
    'Checkout: consent',
    'Beside the checkbox on Stripe’s page. Link the terms as [text]({page}).',
    {
      placeholders: ['page', 'terms'],
    },
  ),
  message('guestSubject', 'Bought without an account: subject', 'Sent once, after the payment.', {
    placeholders: ['name'],
  }),
  message('guestHeading', 'After a purchase: heading', 'In both emails, with and without an account.'),
  longMessage(
    'guestText',
    'Bought without an account: text',
    'In that email, above the button. Say what was bought and charged.',
    { placeholders: ['name', 'date', 'amount'] },
  ),
  longMessage('terms', 'After a purchase: terms', 'Below the button, with the terms shown at checkout.', {
    placeholders: ['terms'],
  }),
  longMessage('guestNext', 'After a purchase: next payment', 'Below the terms, if there’s a next payment.', {
    placeholders: ['nextAmount', 'nextDate'],
  }),
  longMessage(
    'guestOpen',
    'Bought without an account: next step',
    'Say that the button works once and expires. The page can send a new one.',
    { placeholders: ['page'] },
  ),
  longMessage('guestCancel', 'Bought without an account: how to cancel', 'Below the button.'),
  message('guestLink', 'Bought without an account: button', 'Opens the membership.'),
  message('memberSubject', 'Bought with an account: subject', 'Sent once, after the payment.', {
    placeholders: ['name'],
  }),
  longMessage(
    'memberText',
    'Bought with an account: text',
    'Above the button. Say what was bought and charged, and what happens next.',
    { placeholders: ['name', 'date', 'amount'] },
  ),
  longMessage('memberCancel', 'Bought with an account: how to cancel', 'Below the button.'),
  message('memberLink', 'Bought with an account: button', 'Leads to the membership.'),
  message('failedSubject', 'Payment failed: subject', 'Sent once, when the payment of a renewal fails.', {
    placeholders: ['name'],
  }),
  message('failedHeading', 'Payment failed: heading', 'In that email.'),
  longMessage(
    'failedText',
    'Payment failed: text',
    'Say how much is due, and what happens if it isn’t paid.',
    {
      placeholders: ['name', 'date', 'amount'],
    },
  ),
  message('failedLink', 'Payment failed: button', 'Leads to the payment page.', {
    placeholders: ['amount'],
  }),
]
