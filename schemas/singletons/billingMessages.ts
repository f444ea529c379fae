import type { FieldDefinition } from 'sanity'
import { createMessageField, message } from './message'

const longMessage = createMessageField(320)

/** Messages of the purchase dialog, and of a checkout that needs another step or cannot start. */
export const checkoutMessages: FieldDefinition[] = [
  longMessage(
    'scriptNeeded',
    'Without JavaScript',
    'Shown instead of checkout buttons in browsers without JavaScript.',
  ),
  longMessage(
    'guestText',
    'Without an account: text',
    'Below the email field of the purchase dialog. Say what the email is for.',
  ),
  message('guestEmailLabel', 'Without an account: email', 'Label of the field.'),
  message('guestEmailRequired', 'Without an account: email missing', 'Shown at the field.'),
  longMessage(
    'guestEmailInvalid',
    'Without an account: email invalid',
    'Shown at the field. Say what an email looks like.',
  ),
  message(
    'guestEmailSuggestion',
    'Without an account: email mistyped',
    'On the button that corrects the email, at the field.',
    { placeholders: ['email'] },
  ),
  message('guestSubmit', 'Purchase dialog: button', 'On the button that leads to Stripe.'),
  message('stripeNote', 'Purchase dialog: Stripe', 'Above that button. Say what is paid today, and where.'),
  message('termsLink', 'Purchase dialog: terms', 'On the link to the terms.'),
  message('guestPaidTitle', 'Guest has paid: title', 'Shown to a guest who just paid and clicks again.'),
  longMessage('guestPaidText', 'Guest has paid: text', 'Below that title.', { placeholders: ['email'] }),
  message(
    'guestPaidAgain',
    'Guest has paid: continue',
    'On the button that opens the purchase dialog anyway.',
  ),
  message(
    'offerChangedTitle',
    'Offer changed: title',
    'Shown when the offer changed after the page was opened. Nothing was charged.',
  ),
  longMessage('offerChanged', 'Offer changed: text', 'Below that title, above the current terms.'),
  message(
    'offerChangedAccept',
    'Offer changed: agree',
    'On the button that continues with the current terms.',
  ),
  message(
    'signInRequiredTitle',
    'Email of a member: title',
    'Shown to guests whose email has had a membership. They must sign in first.',
  ),
  longMessage('signInRequiredText', 'Email of a member: text', 'Below that title. Say that a link was sent.'),
  message(
    'keepTitle',
    'Canceled: title',
    'Shown to members whose membership ends, and who want to buy again.',
  ),
  longMessage('keepText', 'Canceled: text', 'Below that title. Say how to keep the membership.', {
    placeholders: ['date'],
  }),
  message('keepAction', 'Canceled: keep', 'On the button that opens the management page, and in its tab.'),
  message(
    'introUsedTitle',
    'Returning member: title',
    'Shown to returning members, who don’t get the introductory price again.',
  ),
  longMessage('introUsedText', 'Returning member: text', 'Below that title, above the terms.'),
  message('introUsedAccept', 'Returning member: agree', 'On the button that continues at the regular price.'),
  message('preparing', 'Tab: loading', 'In the new tab, until Checkout opens.'),
  message('blockedTitle', 'Tab blocked: title', 'Shown when the browser blocked the new tab.'),
  message('blockedText', 'Tab blocked: text', 'Below that title.'),
  message('blockedLink', 'Tab blocked: link', 'Text of the link.'),
  message('cancel', 'Close', 'On the button that closes the dialog.'),
  message('wholeOffer', 'Link to the offer', 'In the purchase dialog.'),
  longMessage('busy', 'Two at once', 'Shown when another checkout of the same member is starting.'),
  longMessage(
    'paymentProcessing',
    'Payment pending',
    'Shown to a member who wants to buy while a bank or Klarna still processes an earlier payment.',
  ),
  message(
    'unpaidTitle',
    'Payment failed: title',
    'Shown to members whose membership is paused because a payment failed, and who want to buy again.',
  ),
  longMessage(
    'unpaidText',
    'Payment failed: text',
    'Below that title. Say that the membership resumes with the payment.',
  ),
  message('unpaidLink', 'Payment failed: pay', 'On the link to the unpaid invoice.'),
  longMessage('tooMany', 'Too many attempts', 'Shown after too many attempts.'),
  message(
    'guestsPausedTitle',
    'Account needed: title',
    'Shown to guests while too many of them buy at once, also above a CAPTCHA. Members aren’t affected.',
  ),
  longMessage('guestsPausedText', 'Account needed: text', 'Below that title.'),
  message(
    'guestsPausedSignIn',
    'Account needed: sign in',
    'On the link to sign in, also in the dialog for guests.',
  ),
  message('guestsPausedSignUp', 'Account needed: sign up', 'On the link to create an account.'),
  longMessage(
    'guestsChallengeText',
    'CAPTCHA: text',
    'Below that title, instead of “Account needed: text”, after a passed CAPTCHA.',
  ),
  message('guestsChallengeContinue', 'CAPTCHA: continue', 'On the button that then opens Checkout.'),
  longMessage(
    'offerUnavailable',
    'Offer unavailable',
    'Shown when the offer doesn’t match Stripe. Nothing is sold then.',
  ),
  longMessage(
    'checkoutRefused',
    'Checkout refused',
    'Shown when Stripe refuses the checkout. Nothing is sold then.',
  ),
  message('sessionEnded', 'Signed out', 'Shown when the session has ended.'),
  longMessage('secondFactor', 'Second step missing', 'Shown when the two-step sign-in isn’t complete.'),
  longMessage('emailNotConfirmed', 'Email not confirmed', 'Shown when the email isn’t confirmed.'),
  longMessage(
    'emailRefused',
    'Email rejected',
    'Shown when Stripe rejects the account’s email. Say where to change it.',
  ),
  message('offline', 'Offline', 'Shown without a connection.'),
  longMessage(
    'outdated',
    'Page outdated',
    'Shown when the site was updated after the page was opened, and a reload didn’t help.',
  ),
]

/** Messages about a membership: its status card, how to book, and the browser tab of Stripe's customer portal. */
export const subscriptionMessages: FieldDefinition[] = [
  message('heading', 'Card: heading', 'Above the status on the home page.'),
  message('checking', 'Card: loading', 'While the status loads.'),
  message('statusLabel', 'Card: status', 'Before one of the next three.'),
  message('statusActive', 'Card: active', 'The membership is active and renews.'),
  message('statusEnding', 'Card: ends', 'The membership is canceled and still active.'),
  message('statusPastDue', 'Card: payment failed', 'The membership is active, and a payment failed.'),
  message('statusPaused', 'Card: paused by the studio', 'Payments are paused, and the membership is active.'),
  message('planLabel', 'Card: plan', 'Before the name of the plan.'),
  message('renewsLabel', 'Card: renews', 'Before the date of the next renewal.'),
  message('endsLabel', 'Card: ends', 'Before the date on which a canceled membership ends.'),
  message('nextInvoiceLabel', 'Card: next invoice', 'Before the amount of the next invoice.'),
  message('none', 'Card: no membership', 'Shown to signed-in people without a membership.'),
  message('ended', 'Card: membership ended', 'Shown instead to people whose membership has ended.', {
    placeholders: ['date'],
  }),
  message('amountDue', 'Card: amount due', 'Shown when a payment failed. Say how to pay.', {
    placeholders: ['amount'],
    max: 160,
  }),
  longMessage(
    'manageNote',
    'Card: what can be managed',
    'Above the buttons, on the account page. Name the receipts.',
  ),
  message('bookHeading', 'Member: how to book', 'Above the booking options, on the account page.'),
  longMessage('bookText', 'Member: how to book, text', 'Below that heading.'),
  message('bookLink', 'Member: link to book', 'On the link to the contact form with the topic “session”.'),
  message('addressHeading', 'Member: address', 'Above the address of the studio, on the account page.'),
  message('offerLink', 'Card: link to the offer', 'Below that.'),
  longMessage(
    'pending',
    'Card: payment not confirmed yet',
    'Shown after a checkout whose first payment is pending, for example with Klarna or a bank.',
  ),
  longMessage('ending', 'Card: canceled', 'Shown when the membership is canceled and still active.', {
    placeholders: ['date'],
  }),
  longMessage(
    'pastDue',
    'Card: payment failed',
    'Shown when the payment of a renewal failed and access continues.',
  ),
  longMessage('paused', 'Card: paused by the studio', 'Shown when the studio paused the payments.'),
  longMessage('pausedUntil', 'Card: paused until a date', 'Shown instead when the pause ends on a date.', {
    placeholders: ['date'],
  }),
  longMessage('unpaid', 'Card: paused', 'Shown when access is paused because a payment failed.'),
  message('asOf', 'Card: as of', 'In small type, at the end of the card.', { placeholders: ['time'] }),
  message('stale', 'Card: outdated', 'Shown when Stripe couldn’t be reached.'),
  message('unavailable', 'Card: unavailable', 'Shown when the status couldn’t be loaded.'),
  message('refresh', 'Card: refresh', 'On the button.'),
  message('manage', 'Card: manage', 'On the button that opens the management page.'),
  message('preparing', 'Tab: loading', 'In the new tab, until the management page opens.'),
  message('blockedTitle', 'Tab blocked: title', 'Shown when the browser blocked the new tab.'),
  message('blockedText', 'Tab blocked: text', 'Below that title.'),
  message('blockedLink', 'Tab blocked: link', 'Text of the link.'),
  message('cancel', 'Close', 'On the button that closes the dialog.'),
]

/** Messages about the payment on `/success`, Checkout's return page. */
export const afterCheckoutMessages: FieldDefinition[] = [
  message('heading', 'Name of the notice', 'Screen readers say it at the notice on the page after Checkout.'),
  message('checking', 'Loading', 'While the payment is checked.'),
  message('confirmed', 'Confirmed', 'Shown when the membership is active.'),
  message('paidLabel', 'Receipt: paid', 'Before the amount that was paid.'),
  message('nextLabel', 'Receipt: next payment', 'Before the amount of the next payment.', {
    placeholders: ['date'],
  }),
  longMessage('onboarding', 'Confirmed: onboarding', 'Below “Confirmed”. Say when onboarding is scheduled.'),
  message(
    'onboardingLink',
    'Confirmed: next step',
    'On the large button to the contact form with the topic “session”.',
  ),
  longMessage(
    'member',
    'Member without a checkout',
    'Shown to members who open the page without a checkout. Don’t mention a payment.',
  ),
  longMessage('waiting', 'Taking longer', 'Shown when the check takes longer. Say that nothing is lost.'),
  longMessage('processing', 'Waiting for the bank', 'Shown while the bank processes the payment.'),
  longMessage('guest', 'Guest: next step', 'Shown to guests without an account.', {
    placeholders: ['email'],
  }),
  longMessage(
    'none',
    'No checkout',
    'Shown to visitors who open the page without a checkout, above links to the offer and to sign in.',
  ),
  message('sendAgain', 'Guest: send again', 'On the button.'),
  message('wrongEmail', 'Guest: wrong email', 'On the link to the contact form.'),
  message('sent', 'Guest: sent', 'Shown after that.'),
  longMessage('sendFailed', 'Guest: not sent', 'Shown when it couldn’t be sent.'),
  longMessage('otherAccount', 'Another account', 'Shown when the signed-in user isn’t the buyer.'),
  longMessage('signIn', 'Signed out', 'Shown to buyers who aren’t signed in.'),
  message('signInLink', 'Link to sign in', 'Below the last one, and below “No checkout”.'),
  message(
    'changeAccount',
    'Sign in with another account',
    'Shown instead of that link to signed-in users. It signs them out in this browser first.',
  ),
  message('open', 'Not paid', 'Shown when the checkout was left before paying.'),
  longMessage(
    'resting',
    'Payment failed',
    'Shown when the membership is paused because a payment failed. Say where to pay.',
  ),
  longMessage('ended', 'Ended', 'Shown when the membership has ended.'),
  message('offerLink', 'Link to the offer', 'Below these two, and below “No checkout”.'),
  longMessage('unknown', 'Unavailable', 'Shown when the payment can’t be checked at the moment.'),
  message('retry', 'Try again', 'On the button below that.'),
]
