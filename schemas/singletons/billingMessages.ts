import type { FieldDefinition } from 'sanity'
import { createMessageField, message } from './message'

const long = createMessageField(320)

/** What is said when a checkout needs more than a click, or cannot start. */
export const checkoutMessages: FieldDefinition[] = [
  long(
    'scriptNeeded',
    'Without JavaScript',
    'In place of the checkout buttons, in browsers that run no scripts.',
  ),
  long(
    'guestText',
    'Without an account: text',
    'Below the email field of the purchase dialog. Say what it is for.',
  ),
  message('guestEmailLabel', 'Without an account: e-mail', 'Label of the field.'),
  message('guestEmailRequired', 'Without an account: e-mail missing', 'Shown at the field.'),
  long(
    'guestEmailInvalid',
    'Without an account: e-mail not valid',
    'Shown at the field. Say what an address looks like.',
  ),
  message('guestSubmit', 'Purchase dialog: button', 'On the button that leads to Stripe.'),
  message('stripeNote', 'Purchase dialog: Stripe', 'Above that button. Say what is paid today, and where.'),
  message('termsLink', 'Purchase dialog: terms', 'On the link to the terms.'),
  message('guestPaidTitle', 'Guest has paid: title', 'Shown to a guest who has just paid and presses again.'),
  long('guestPaidText', 'Guest has paid: text', 'Below that title.', { placeholders: ['email'] }),
  message(
    'guestPaidAgain',
    'Guest has paid: continue',
    'On the button that opens the purchase dialog anyway.',
  ),
  message(
    'offerChangedTitle',
    'Offer changed: title',
    'Shown when the offer has changed since the page was loaded. Nothing was charged.',
  ),
  long('offerChanged', 'Offer changed: text', 'Below that title, above the current terms.'),
  message('offerChangedAccept', 'Offer changed: agree', 'On the button that goes on with the current terms.'),
  message(
    'introUsedTitle',
    'Returning member: title',
    'Shown to members who come back: the introductory price is given once.',
  ),
  long('introUsedText', 'Returning member: text', 'Below that title, above the terms.'),
  message('introUsedAccept', 'Returning member: agree', 'On the button that goes on at the regular price.'),
  message('preparing', 'Tab: preparing', 'In the new tab, until the checkout is there.'),
  message('blockedTitle', 'Tab blocked: title', 'Shown when the browser did not let us open a new tab.'),
  message('blockedText', 'Tab blocked: text', 'Below that title.'),
  message('blockedLink', 'Tab blocked: link', 'The words on the link.'),
  message('cancel', 'Close', 'On the button that closes such a box.'),
  message('wholeOffer', 'Link to the offer', 'In the purchase dialog.'),
  long(
    'claimWaiting',
    'Paid as a guest',
    'Shown when a membership was bought with this address without an account.',
  ),
  long('busy', 'Two at once', 'Shown when another checkout of the same member is being prepared.'),
  long(
    'paymentProcessing',
    'Payment not decided',
    'Shown to a member who wants to buy while a bank or Klarna still works on an earlier payment.',
  ),
  message(
    'unpaidTitle',
    'Payment missing: title',
    'Shown to members without access for lack of payment who want to buy again.',
  ),
  long(
    'unpaidText',
    'Payment missing: text',
    'Below that title. Say that the membership comes back with the payment.',
  ),
  message('unpaidLink', 'Payment missing: pay', 'On the link to the unpaid invoice.'),
  long('tooMany', 'Too often', 'Shown after very many tries.'),
  message(
    'guestsPausedTitle',
    'Account needed: title',
    'Shown to people without an account while very many of them buy at once, also above a challenge. Members buy as always.',
  ),
  long('guestsPausedText', 'Account needed: text', 'Below that title.'),
  message(
    'guestsPausedSignIn',
    'Account needed: sign in',
    'On the link to signing in; also in the box that asks guests for their address.',
  ),
  message('guestsPausedSignUp', 'Account needed: sign up', 'On the link to making an account.'),
  long(
    'guestsChallengeText',
    'Challenge: text',
    'Below that title, instead of “Account needed: text”, once a person has passed the check against programs.',
  ),
  message('guestsChallengeContinue', 'Challenge: continue', 'On the button that opens the checkout then.'),
  long(
    'offerUnavailable',
    'Offer not available',
    'Shown when the offer and Stripe do not agree. Nothing is sold then.',
  ),
  message('sessionEnded', 'Signed out', 'Shown when the session has ended meanwhile.'),
  long('secondFactor', 'Second step missing', 'Shown when the two-step sign-in is not complete.'),
  long('emailNotConfirmed', 'Address not confirmed', 'Shown when the e-mail address is not confirmed.'),
  long(
    'emailRefused',
    'Address refused',
    'Shown when Stripe does not take the e-mail address of the account. Say where it is changed.',
  ),
  message('offline', 'Offline', 'Shown without a connection.'),
  long(
    'outdated',
    'Page outdated',
    'Shown when the site has been updated since the page was opened, and reloading it did not help.',
  ),
]

/** The status card and the way to the management page. */
export const subscriptionMessages: FieldDefinition[] = [
  message('heading', 'Card: heading', 'Above the status on the home page.'),
  message('checking', 'Card: asking', 'While the status is being asked for.'),
  message('statusLabel', 'Card: status', 'Before one of the next three.'),
  message('statusActive', 'Card: active', 'The membership runs and renews.'),
  message('statusEnding', 'Card: ends', 'The membership is cancelled and still runs.'),
  message('statusPastDue', 'Card: payment missing', 'The membership runs, and a payment is missing.'),
  message('planLabel', 'Card: plan', 'Before the name of the plan.'),
  message('renewsLabel', 'Card: renews', 'Before the date of the next renewal.'),
  message('endsLabel', 'Card: ends', 'Before the date on which a cancelled membership ends.'),
  message('nextInvoiceLabel', 'Card: next invoice', 'Before the amount of the next invoice.'),
  message('none', 'Card: no membership', 'Shown to signed-in people without a membership.'),
  message('ended', 'Card: membership ended', 'Shown instead to people whose membership has ended.', {
    placeholders: ['date'],
  }),
  message('amountDue', 'Card: amount due', 'Shown when a payment is missing. Say how to pay.', {
    placeholders: ['amount'],
    max: 160,
  }),
  long(
    'manageNote',
    'Card: what can be managed',
    'Above the buttons, on the account page. Name the receipts.',
  ),
  message('bookHeading', 'Member: how to book', 'Above the ways to book, on the account page.'),
  long('bookText', 'Member: how to book, text', 'Below that heading.'),
  message('bookLink', 'Member: link to book', 'On the link to the contact form, topic session.'),
  message('addressHeading', 'Member: address', 'Above the address of the studio, on the account page.'),
  message('offerLink', 'Card: link to the offer', 'Below that.'),
  long(
    'pending',
    'Card: payment not confirmed yet',
    'Shown after a checkout whose first payment is not confirmed, as with Klarna or a bank.',
  ),
  long('ending', 'Card: cancelled', 'Shown when the membership is cancelled and still runs.', {
    placeholders: ['date'],
  }),
  long('pastDue', 'Card: payment missing', 'Shown when a renewal could not be charged and access goes on.'),
  long('unpaid', 'Card: paused for lack of payment', 'Shown when payments have been missing for too long.'),
  message('asOf', 'Card: as of', 'Small, at the end of the card.', { placeholders: ['time'] }),
  message('stale', 'Card: not the latest', 'Shown when Stripe could not be asked.'),
  message('unavailable', 'Card: not known', 'Shown when the status could not be asked for at all.'),
  message('refresh', 'Card: refresh', 'On the button.'),
  message('manage', 'Card: manage', 'On the button that opens the management page.'),
  message('preparing', 'Tab: preparing', 'In the new tab, until the management page is there.'),
  message('blockedTitle', 'Tab blocked: title', 'Shown when the browser did not let us open a new tab.'),
  message('blockedText', 'Tab blocked: text', 'Below that title.'),
  message('blockedLink', 'Tab blocked: link', 'The words on the link.'),
  message('cancel', 'Close', 'On the button that closes such a box.'),
]

/** The notice on the page that Checkout leads back to. */
export const afterCheckoutMessages: FieldDefinition[] = [
  message(
    'heading',
    'Name of the notice',
    'Screen readers say it at the notice on the page after the checkout.',
  ),
  message('checking', 'Asking', 'While the payment is looked up.'),
  message('confirmed', 'Confirmed', 'Shown when the membership is there.'),
  message('paidLabel', 'Receipt: paid', 'Before the amount that was paid.'),
  message('nextLabel', 'Receipt: next payment', 'Before the amount of the next payment.', {
    placeholders: ['date'],
  }),
  long('onboarding', 'Confirmed: onboarding', 'Below “Confirmed”. Say when the onboarding is arranged.'),
  message(
    'onboardingLink',
    'Confirmed: next step',
    'On the large button to the contact form, topic session.',
  ),
  long(
    'member',
    'Member without a checkout',
    'Shown to members who come to the page without a checkout. Say nothing of a payment.',
  ),
  long('waiting', 'Not there yet', 'Shown when it takes longer. Say that nothing is lost.'),
  long('processing', 'Waiting for the bank', 'Shown when the bank has not answered yet.'),
  long('guest', 'Guest: next step', 'Shown to people without an account.', { placeholders: ['email'] }),
  long(
    'none',
    'No checkout',
    'Shown to people who come to the page without a checkout. Links to the offer and to sign in follow.',
  ),
  message('sendAgain', 'Guest: send again', 'On the button.'),
  message('sent', 'Guest: sent', 'Shown after that.'),
  long('sendFailed', 'Guest: not sent', 'Shown when it could not be sent.'),
  long('otherAccount', 'Another account', 'Shown when somebody else is signed in than the one who paid.'),
  long('signIn', 'Signed out', 'Shown when nobody is signed in.'),
  message('signInLink', 'Link to sign in', 'Below the last one, and below “No checkout”.'),
  message(
    'changeAccount',
    'Sign in with another account',
    'In place of that link for people who are signed in. It signs them out in this browser first.',
  ),
  message('open', 'Not paid', 'Shown when the checkout was left before paying.'),
  long(
    'resting',
    'Payments missing',
    'Shown when the membership that was bought rests. Say where it can be put right.',
  ),
  long(
    'ended',
    'Ended',
    'Shown when the membership that was bought is over, such as a second one that was canceled.',
  ),
  message('offerLink', 'Link to the offer', 'Below these two, and below “No checkout”.'),
  long('unknown', 'Not known', 'Shown when it cannot be found out at the moment.'),
  message('retry', 'Try again', 'On the button below that.'),
]
