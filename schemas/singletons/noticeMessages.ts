import type { FieldDefinition } from 'sanity'
import { createMessageField, message } from './message'

const long = createMessageField(480)

const change = { placeholders: ['name', 'date', 'previousAmount', 'amount'] }

/** The e-mails that the law asks a renewing membership to send. */
export const noticeMessages: FieldDefinition[] = [
  message(
    'introEndSubject',
    'Introduction ends: subject',
    'Sent two weeks before the introductory price ends.',
    {
      placeholders: ['date'],
    },
  ),
  message('introEndHeading', 'Introduction ends: heading', 'In that e-mail.'),
  long(
    'introEndText',
    'Introduction ends: text',
    'In that e-mail. Has to say that the membership renews by itself, how often, and what it costs.',
    change,
  ),
  message(
    'feeChangeSubject',
    'Another price: subject',
    'Sent two weeks before a member pays another price.',
    {
      placeholders: ['date'],
    },
  ),
  message('feeChangeHeading', 'Another price: heading', 'In that e-mail.'),
  long(
    'feeChangeText',
    'Another price: text',
    'In that e-mail. Has to say that the membership renews by itself, how often, and what it costs.',
    change,
  ),
  message('yearlySubject', 'Yearly reminder: subject', 'Sent to members once a year.', {
    placeholders: ['name'],
  }),
  message('yearlyHeading', 'Yearly reminder: heading', 'In that e-mail.'),
  long(
    'yearlyText',
    'Yearly reminder: text',
    'In that e-mail. Has to say what it is, how often and how much.',
    {
      placeholders: ['name', 'date', 'amount'],
    },
  ),
  long('cancelText', 'How to cancel', 'Below each of these texts, above the button.'),
  long(
    'guestText',
    'How to cancel without an account',
    'In its place, for people who have bought without an account. The button leads to the page for claiming.',
  ),
  message('manage', 'Button', 'Leads to where a membership is managed and cancelled.'),
  long('contact', 'Questions', 'At the end of each of these e-mails, above the address.', {
    placeholders: ['email'],
  }),
]
