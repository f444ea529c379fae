import { defineArea, defineMail } from './defineArea'

export const notices = defineArea(
  'Notices to members',
  'Emails about the price of a membership. Their content is required by law: ask a lawyer before you shorten them.',
  {
    ...defineMail(
      'introEnd',
      'Introductory price ends',
      'Sent two weeks before the introductory price ends.',
      'Has to say that the membership renews automatically, how often, and at what price.',
      {
        subject: 'Your introductory price ends on {date}',
        preheader: 'Then {amount} monthly.',
        heading: 'Your introductory price is ending',
        text: "You've paid {previousAmount} a month for {name}. From {date}, it's {amount} a month. Your membership renews automatically every month at that price, charged to your payment method, until you cancel.",
        link: 'Manage or cancel',
      },
    ),
    ...defineMail(
      'feeChange',
      'New price',
      'Sent 30 days before a member’s price changes.',
      'Has to say that the membership renews automatically, how often, and at what price.',
      {
        subject: 'Your price changes on {date}',
        preheader: 'New price: {amount}.',
        heading: 'Your price is changing',
        text: 'On {date}, {name} goes from {previousAmount} to {amount} a month. Your membership renews automatically every month at that price, charged to your payment method, until you cancel.',
        link: 'Manage or cancel',
      },
    ),
    ...defineMail(
      'yearly',
      'Yearly reminder',
      'Sent to members once a year.',
      'Has to say which membership renews, how often, and at what price.',
      {
        subject: 'Your {name} membership: yearly reminder',
        preheader: 'Your price, and how to cancel.',
        heading: 'Your membership renews monthly',
        text: '{name} renews automatically every month at {amount}, charged to your payment method, until you cancel. The next payment is on {date}.',
        link: 'Manage or cancel',
      },
    ),
    cancelText: [
      "Cancel online anytime: sign in and choose Manage Subscription. Your membership then ends with the month you've paid for, and we won't charge you again.",
      'How to cancel',
      'In each of these emails, above the button.',
    ],
    guestText: [
      "Cancel online anytime: the button opens a page that emails you a link. Sign in with it, then choose Manage Subscription. Your membership ends with the month you've paid for.",
      'How to cancel without an account',
      'Shown instead to guests who bought without an account. The button leads to the page that emails the link.',
    ],
    contact: [
      'Questions? Email {email} or call us. This email is about your membership.',
      'Questions',
      'At the end of every email about a membership, above the postal address.',
    ],
  },
)
