import type { FieldDefinition } from 'sanity'
import { createMessageField, mailMessages } from './message'

const longMessage = createMessageField(480)

const mustState = 'Has to say that the membership renews automatically, how often, and its price.'

/** The emails that the law requires for a renewing membership. */
export const noticeMessages: FieldDefinition[] = [
  ...mailMessages(
    'introEnd',
    'Introduction ends',
    'Sent two weeks before the introductory price ends.',
    mustState,
    { subject: ['date'], preheader: ['amount'], text: ['name', 'date', 'previousAmount', 'amount'] },
  ),
  ...mailMessages('feeChange', 'New price', 'Sent 30 days before a member’s price changes.', mustState, {
    subject: ['date'],
    preheader: ['amount'],
    text: ['name', 'date', 'previousAmount', 'amount'],
  }),
  ...mailMessages(
    'yearly',
    'Yearly reminder',
    'Sent to members once a year.',
    'Has to name the membership, how often it renews, and its price.',
    { subject: ['name'], text: ['name', 'date', 'amount'] },
  ),
  longMessage('cancelText', 'How to cancel', 'Below each of these texts, above the button.'),
  longMessage(
    'guestText',
    'How to cancel without an account',
    'Shown instead to guests who bought without an account. The button leads to the page that mails the link.',
  ),
  longMessage(
    'contact',
    'Questions',
    'At the end of every email about a membership, above the postal address.',
    {
      placeholders: ['email'],
    },
  ),
]
