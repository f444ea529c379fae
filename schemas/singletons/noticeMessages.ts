import type { FieldDefinition } from 'sanity'
import { createMessageField, message } from './message'

const longMessage = createMessageField(480)

const changeOptions = { placeholders: ['name', 'date', 'previousAmount', 'amount'] }

/** The emails that the law requires for a renewing membership. */
export const noticeMessages: FieldDefinition[] = [
  message(
    'introEndSubject',
    'Introduction ends: subject',
    'Sent two weeks before the introductory price ends.',
    {
      placeholders: ['date'],
    },
  ),
  message('introEndHeading', 'Introduction ends: heading', 'In that email.'),
  longMessage(
    'introEndText',
    'Introduction ends: text',
    'In that email. Has to say that the membership renews automatically, how often, and its price.',
    changeOptions,
  ),
  message('feeChangeSubject', 'New price: subject', 'Sent 30 days before a member’s price changes.', {
    placeholders: ['date'],
  }),
  message('feeChangeHeading', 'New price: heading', 'In that email.'),
  longMessage(
    'feeChangeText',
    'New price: text',
    'In that email. Has to say that the membership renews automatically, how often, and its price.',
    changeOptions,
  ),
  message('yearlySubject', 'Yearly reminder: subject', 'Sent to members once a year.', {
    placeholders: ['name'],
  }),
  message('yearlyHeading', 'Yearly reminder: heading', 'In that email.'),
  longMessage(
    'yearlyText',
    'Yearly reminder: text',
    'In that email. Has to name the membership, how often it renews, and its price.',
    {
      placeholders: ['name', 'date', 'amount'],
    },
  ),
  longMessage('cancelText', 'How to cancel', 'Below each of these texts, above the button.'),
  longMessage(
    'guestText',
    'How to cancel without an account',
    'Shown instead to guests who bought without an account. The button leads to the page that emails a link.',
  ),
  message('manage', 'Button', 'Leads to the page where a membership is managed and canceled.'),
  longMessage('contact', 'Questions', 'At the end of each of these emails, above the postal address.', {
    placeholders: ['email'],
  }),
]
