import type { FieldDefinition } from 'sanity'
import { message, messagesUpTo } from './message'

const long = messagesUpTo(480)

/** The e-mails to people who have bought without an account, or twice. */
export const purchaseMessages: FieldDefinition[] = [
  message('guestSubject', 'Bought without an account: subject', 'Sent once, after the payment.', {
    placeholders: ['name'],
  }),
  message('guestHeading', 'Bought without an account: heading', 'In that e-mail.'),
  long(
    'guestText',
    'Bought without an account: text',
    'In that e-mail, above the terms that the checkout has shown. Say what was bought and what was charged.',
    { placeholders: ['name', 'date', 'amount'] },
  ),
  long('guestNext', 'Bought without an account: next payment', 'Below the terms, unless none is to come.', {
    placeholders: ['nextAmount', 'nextDate'],
  }),
  long(
    'guestOpen',
    'Bought without an account: next step',
    'Say that the button works once and not for long. The page sends another one.',
    { placeholders: ['page'] },
  ),
  long('guestCancel', 'Bought without an account: how to cancel', 'Above the button.'),
  message('guestLink', 'Bought without an account: button', 'Opens the membership.'),
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
]
