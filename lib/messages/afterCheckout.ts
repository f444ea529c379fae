import { defineArea } from './defineArea'

export const afterCheckout = defineArea(
  'After Checkout',
  'Messages about the payment on the page after Checkout.',
  {
    heading: [
      'Your payment',
      'Heading without a payment',
      'The large line while a payment isn’t confirmed; also read by screen readers for the notice below it.',
    ],
    checking: ['One moment. We’re looking up your payment.', 'Loading', 'While the payment is checked.'],
    confirmed: [
      'Confirmed: your membership is active. We’ll email your receipt.',
      'Confirmed',
      'Shown when the membership is active.',
    ],
    paidLabel: ['Paid', 'Receipt: paid', 'Before the amount that was paid.'],
    nextLabel: ['Next payment, {date}', 'Receipt: next payment', 'Before the amount of the next payment.'],
    regularLabel: [
      'Then monthly, from {date}',
      'Receipt: regular price',
      'Before the regular price, while the next payment is introductory.',
    ],
    onboarding: [
      'Onboarding is next: we’ll email you times within one business day. You can also contact us first.',
      'Confirmed: onboarding',
      'Below “Confirmed”. Say when onboarding is scheduled.',
    ],
    onboardingLink: [
      'Schedule my onboarding',
      'Confirmed: next step',
      'On the large button to the contact form with the topic “onboarding”.',
    ],
    member: [
      'Your membership is active. There’s nothing to confirm here.',
      'Member without a checkout',
      'Shown to members who open the page without a checkout. Don’t mention a payment.',
    ],
    waiting: [
      'Your payment went through, and your membership is being set up. This can take a minute. You can safely close this page.',
      'Taking longer',
      'Shown when the check takes longer than usual. Say that closing the page is safe.',
    ],
    processing: [
      'Your payment is still processing. Please don’t pay again.',
      'Waiting for the bank',
      'Shown while Klarna or the bank processes the payment.',
    ],
    processingEmail: [
      'It can take a few days. We’ll email {email} when it’s confirmed, or if it isn’t.',
      'Waiting for the bank: email',
      'Below that text, for the buyer.',
    ],
    processingLabel: ['Processing', 'Receipt: processing', 'Before the amount that is processing.'],
    guest: [
      'Your membership is active. Next, open the link we’re sending to {email} to see it. It can take a few minutes.',
      'Guest: next step',
      'Shown to guests without an account.',
    ],
    none: [
      'There’s no payment to confirm here. If you’ve paid, sign in with the account you used at checkout, or open the link we emailed you.',
      'No checkout',
      'Shown to visitors who open the page without a checkout, above links to the offer and to sign in.',
    ],
    sendAgain: ['Send the link again', 'Guest: send again', 'On the button.'],
    wrongEmail: ['Wrong email? Contact us', 'Guest: wrong email', 'On the link to the contact form.'],
    sent: [
      'We’re sending another email, unless we’ve just sent one. Only the newest link works.',
      'Guest: sent',
      'Shown after the link is requested again. At most one a minute is sent.',
    ],
    sendFailed: [
      'The link couldn’t be sent just now. Please wait a few minutes, then try again.',
      'Guest: not sent',
      'Shown when the link couldn’t be sent.',
    ],
    otherAccount: [
      'This belongs to a different account. Sign in with the one you used at checkout.',
      'Another account',
      'Shown when the signed-in user isn’t the buyer.',
    ],
    signIn: [
      'Your payment is safe. Sign in with the account you used at checkout to see your membership.',
      'Signed out',
      'Shown to buyers who aren’t signed in.',
    ],
    signInLink: ['Sign in', 'Link to sign in', 'Below “Signed out” and “No checkout”.'],
    changeAccount: [
      'Sign in with another account',
      'Sign in with another account',
      'Shown instead of that link to signed-in users. It signs them out in this browser first.',
    ],
    open: [
      'This checkout isn’t finished, and nothing was charged.',
      'Not paid',
      'Shown when the visitor left Checkout without paying.',
    ],
    resting: [
      'This membership is paused. Your account says why, and whether a payment is due.',
      'Membership paused',
      'Shown when a payment failed, or the studio has paused the membership.',
    ],
    ended: [
      'This membership has ended. Questions? Contact us.',
      'Ended',
      'Shown when the membership has ended.',
    ],
    offerLink: ['Back to the offer', 'Link to the offer', 'Below “Not paid”, “Ended” and “No checkout”.'],
    unknown: [
      'We can’t look up your payment right now. Please don’t pay again: if you’ve paid, your payment is safe, and we’ll email your receipt.',
      'Unavailable',
      'Shown when the payment can’t be checked at the moment.',
    ],
    retry: ['Check again', 'Try again', 'On the button below “Unavailable” and “Taking longer”.'],
  },
)
