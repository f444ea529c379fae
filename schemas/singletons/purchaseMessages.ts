import type { FieldDefinition } from 'sanity'
import { createMessageField, message } from './message'

const long = createMessageField(480)

/** What buyers agree to in Stripe's checkout, and the e-mails after a purchase. */
export const purchaseMessages: FieldDefinition[] = [
  long(
    'consent',
    'Checkout: consent',
    'Beside the box on Stripe’s page. Link the terms as [words]({page}).',
    {
      placeholders: ['page', 'terms'],
    },
  ),
  message('guestSubject', 'Bought without an account: subject', 'Sent once, after the payment.', {
    placeholders: ['name'],
  }),
  message('guestHeading', 'After a purchase: heading', 'In both e-mails, with an account and without one.'),
  long(
    'guestText',
    'Bought without an account: text',
    'In that e-mail, above the button. Say what was bought and what was charged.',
    { placeholders: ['name', 'date', 'amount'] },
  ),
  long('terms', 'After a purchase: terms', 'Below the button, with the terms that the checkout has shown.', {
    placeholders: ['terms'],
  }),
  long('guestNext', 'After a purchase: next payment', 'Below the terms, unless none is to come.', {
    placeholders: ['nextAmount', 'nextDate'],
  }),
  long(
    'guestOpen',
    'Bought without an account: next step',
    'Say that the button works once and not for long. The page sends another one.',
    { placeholders: ['page'] },
  ),
  long('guestCancel', 'Bought without an account: how to cancel', 'Below the button.'),
  message('guestLink', 'Bought without an account: button', 'Opens the membership.'),
  message('memberSubject', 'Bought with an account: subject', 'Sent once, after the payment.', {
    placeholders: ['name'],
  }),
  long(
    'memberText',
    'Bought with an account: text',
    'Above the button. Say what was bought, what was charged, and what happens next.',
    { placeholders: ['name', 'date', 'amount'] },
  ),
  long('memberCancel', 'Bought with an account: how to cancel', 'Below the button.'),
  message('memberLink', 'Bought with an account: button', 'Leads to the membership.'),
  message(
    'refundedSubject',
    'Bought twice: subject',
    'Sent when a second membership of one person was cancelled and given back.',
    { placeholders: ['name'] },
  ),
  message('refundedHeading', 'Bought twice: heading', 'In that e-mail.'),
  long('refundedText', 'Bought twice: text', 'In that e-mail. Say why, and what happens with the money.', {
    placeholders: ['name', 'date', 'amount'],
  }),
  message('refundedLink', 'Bought twice: button', 'Leads to the membership that stays.'),
  message('failedSubject', 'Payment failed: subject', 'Sent once, when a renewal is not paid.', {
    placeholders: ['name'],
  }),
  message('failedHeading', 'Payment failed: heading', 'In that e-mail.'),
  long('failedText', 'Payment failed: text', 'Say what is owed, and what happens when it stays unpaid.', {
    placeholders: ['name', 'date', 'amount'],
  }),
  message('failedLink', 'Payment failed: button', 'Leads to the page on which it is paid.', {
    placeholders: ['amount'],
  }),
]
