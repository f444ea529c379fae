import { defineArea } from './defineArea'

export const checkout = defineArea('Checkout', 'Messages shown when a visitor starts a membership.', {
  errorTitle: ['Checkout Error', 'Failed: title', 'Shown when Checkout can’t start.'],
  errorText: ['Failed to start checkout. Please try again.', 'Failed: text', 'Below that title.'],
  missingUrl: ['No checkout URL received', 'No URL', 'Shown when Checkout returned no URL.'],
  alreadySubscribedTitle: [
    'Already subscribed',
    'Already a member: title',
    'Shown to members who click a checkout button.',
  ],
  alreadySubscribedText: [
    'You already have an active subscription!',
    'Already a member: text',
    'Below that title.',
  ],
  pausedText: [
    'Your membership is paused, so you don’t need a new one. Questions? Contact us.',
    'Already a member: text while paused',
    'Shown instead while the studio has paused the membership.',
  ],
  alreadySubscribedLink: ['Go to your account', 'Already a member: link', 'On the link to the account.'],
  redirectTitle: ['Redirecting to checkout', 'Opening: title', 'Shown while Checkout opens.'],
  redirectText: ['Opening Stripe checkout in a new tab...', 'Opening: text', 'Below that title.'],
  scriptNeeded: [
    'To join without JavaScript, contact us.',
    'Without JavaScript',
    'Shown instead of checkout buttons in browsers without JavaScript.',
  ],
  canceledNote: [
    'You left checkout before paying. Nothing was charged.',
    'Left checkout',
    'Above the checkout button of the services page, after “Back” on Stripe’s page.',
  ],
  payToday: ['Today', 'First payment', 'Beside the first of the payments below the price.'],
  payNext: ['In 1 month', 'Second payment', 'Beside the second payment; the purchase dialog shows a date.'],
  payLater: [
    'In {count} months',
    'Later payment',
    'Beside later payments; the purchase dialog shows a date.',
  ],
  termsLine: [
    'Renews monthly until you cancel',
    'Terms in one line',
    'In the purchase dialog. A click on it shows all terms.',
  ],
  guestText: [
    'We’ll send your receipt and account link here.',
    'Without an account: text',
    'Below the email field of the purchase dialog. Say what the email is for.',
  ],
  guestEmailLabel: ['Email', 'Without an account: email', 'Label of the field.'],
  guestEmailRequired: [
    'Please enter your email.',
    'Without an account: email missing',
    'Shown below the field.',
  ],
  guestEmailInvalid: [
    'This isn’t a valid email. It should look like name@example.com.',
    'Without an account: email invalid',
    'Shown below the field. Say what an email looks like.',
  ],
  guestEmailSuggestion: [
    'Did you mean {email}?',
    'Without an account: email mistyped',
    'On the button that corrects the email, below the field.',
  ],
  guestSubmit: ['Continue to checkout', 'Purchase dialog: button', 'On the button that leads to Stripe.'],
  stripeNote: [
    '{introPrice} today on Stripe, in a new tab. Renews monthly until you cancel.',
    'Purchase dialog: Stripe',
    'Above that button. Say what is paid today, where, and that the membership renews.',
  ],
  formerPrice: [
    '{regularPrice} a month',
    'Former members: price',
    'Former members read this where visitors read the introductory price.',
  ],
  formerTerms: [
    '{regularPrice} a month. Renews monthly; cancel online anytime.',
    'Former members: terms',
    'Former members read this instead of the terms in one line below checkout buttons.',
  ],
  formerStripeNote: [
    '{regularPrice} today on Stripe, in a new tab. Renews monthly until you cancel.',
    'Former members: Stripe',
    'Above the button of the purchase dialog. Say what is paid today, where, and that the membership renews.',
  ],
  termsLink: ['Terms', 'Purchase dialog: terms', 'On the link to the terms.'],
  guestPaidTitle: [
    'You’ve already paid',
    'Guest has paid: title',
    'Shown to a guest who just paid and clicks a checkout button again.',
  ],
  guestPaidText: [
    'Your membership is paid for. To see it, open the link we sent to {email}.',
    'Guest has paid: text',
    'Below that title.',
  ],
  guestPaidAgain: [
    'Use another email',
    'Guest has paid: continue',
    'On the button that opens the purchase dialog anyway.',
  ],
  offerChangedTitle: [
    'The offer has changed',
    'Offer changed: title',
    'Shown when the offer changed after the page was opened. Nothing was charged.',
  ],
  offerChanged: [
    'The offer changed after you opened this page, so nothing was charged. These are the current terms:',
    'Offer changed: text',
    'Below that title, above the current terms.',
  ],
  offerChangedAccept: [
    'Agree and continue',
    'Offer changed: agree',
    'On the button that continues with the current terms.',
  ],
  signInRequiredTitle: [
    'This email has had a membership',
    'Member’s email: title',
    'Shown to guests whose email has had a membership. They must sign in first.',
  ],
  signInRequiredText: [
    'We’ve sent a link: sign in to continue. Only the newest link works. No email in two minutes? Get another on the sign-in page.',
    'Member’s email: text',
    'Below that title. Say that a link was sent, and where to get another: at most one a minute is sent.',
  ],
  keepTitle: [
    'Your membership is canceled',
    'Canceled: title',
    'Shown to members who canceled and want to buy again.',
  ],
  keepText: [
    'It’s active until {date}. You don’t need a new one: resume it in Manage Subscription, and it’ll renew as before.',
    'Canceled: text',
    'Below that title. Say how to keep the membership.',
  ],
  keepAction: [
    'Keep my membership',
    'Canceled: keep',
    'On the button that opens the management page, and in the new tab while it loads.',
  ],
  introUsedTitle: [
    'You’ve had the introductory price',
    'Returning member: title',
    'Shown to returning members, who don’t get the introductory price again.',
  ],
  introUsedText: [
    'You’d pay the regular price from the first month.',
    'Returning member: text',
    'Below that title, above the terms.',
  ],
  introUsedAccept: [
    'Agree and continue',
    'Returning member: agree',
    'On the button that continues at the regular price.',
  ],
  preparing: ['Opening checkout…', 'Tab: loading', 'In the new tab, until Checkout opens.'],
  blockedTitle: [
    'Your browser blocked the new tab',
    'Tab blocked: title',
    'Shown when the browser blocked the new tab.',
  ],
  blockedText: ['Please open it with this link.', 'Tab blocked: text', 'Below that title.'],
  blockedLink: ['Open checkout', 'Tab blocked: link', 'Text of the link.'],
  cancel: ['Not now', 'Close', 'On the button that closes the dialog.'],
  wholeOffer: ['See the full offer', 'Link to the offer', 'In the purchase dialog.'],
  busy: [
    'Checkout is already opening in another tab. Please wait a moment, then try again.',
    'Two checkouts at once',
    'Shown when another checkout for the same member is starting.',
  ],
  paymentProcessingTitle: [
    'Payment processing',
    'Payment pending: title',
    'Shown to a member who wants to buy while a bank or Klarna is still processing an earlier payment.',
  ],
  paymentProcessing: [
    'Your payment is still processing. Please don’t pay again.',
    'Payment pending: text',
    'Below that title.',
  ],
  unpaidTitle: [
    'Payment due',
    'Payment failed: title',
    'Shown to members whose membership is paused because a payment failed, and who want to buy again.',
  ],
  unpaidText: [
    'Your membership is paused because a payment failed. Pay to continue. Nothing was charged.',
    'Payment failed: text',
    'Below that title. Say that the membership resumes after payment.',
  ],
  arrearsText: [
    'Your payment failed, but your membership is still active. Pay to keep it. You don’t need a new one.',
    'Payment failed: text while active',
    'Shown instead while the membership is still active.',
  ],
  unpaidLink: ['Pay now', 'Payment failed: pay', 'On the link to the unpaid invoice.'],
  tooMany: [
    'Too many attempts. Try again in a few minutes.',
    'Too many attempts',
    'Shown after too many attempts.',
  ],
  guestsPausedTitle: [
    'One more step',
    'Account needed: title',
    'Shown to guests while too many of them buy at once, and above a CAPTCHA. Members aren’t affected.',
  ],
  guestsPausedText: [
    'Checkout is busy, so you’ll need an account to continue. Nothing was charged.',
    'Account needed: text',
    'Below that title.',
  ],
  guestsPausedSignIn: [
    'Sign in',
    'Account needed: sign in',
    'On the link to sign in, and in the dialog for guests.',
  ],
  guestsPausedSignUp: ['Create an account', 'Account needed: sign up', 'On the link to create an account.'],
  guestsChallengeText: [
    'Thanks for confirming you’re human. You can continue to checkout; nothing was charged.',
    'CAPTCHA: text',
    'Below that title, instead of “Account needed: text”, when the guest has passed the CAPTCHA.',
  ],
  guestsChallengeContinue: [
    'Continue to checkout',
    'CAPTCHA: continue',
    'On the button that then opens Checkout.',
  ],
  offerUnavailable: [
    'The price couldn’t be confirmed just now, so nothing was charged. Please try again later, or contact us.',
    'Offer unavailable',
    'Shown when the offer doesn’t match Stripe. Nothing is sold then.',
  ],
  checkoutRefused: [
    'Checkout isn’t available right now, so nothing was charged. Please try again later, or contact us.',
    'Checkout refused',
    'Shown when Stripe refuses the checkout. Nothing is sold then.',
  ],
  sessionEnded: [
    'You’ve been signed out. Please sign in again.',
    'Signed out',
    'Shown when the session has ended.',
  ],
  secondFactor: [
    'Your account is protected with two-step sign-in. Please sign in again with your code.',
    'Second step missing',
    'Shown when two-step sign-in isn’t complete.',
  ],
  emailNotConfirmed: [
    'Your email isn’t confirmed yet. Please open the link we sent you.',
    'Email not confirmed',
    'Shown when the email isn’t confirmed.',
  ],
  emailRefused: [
    'Stripe doesn’t accept your email. Change it on your account page. Nothing was charged.',
    'Email rejected',
    'Shown when Stripe rejects the account’s email. Say where to change it.',
  ],
  offline: [
    'You seem to be offline. Please try again when you’re back online.',
    'Offline',
    'Shown when the visitor has no connection.',
  ],
  outdated: [
    'The site has been updated since you opened this page. Close this tab and open the page again; nothing was charged.',
    'Page outdated',
    'Shown when the site was updated after the page was opened, and a reload didn’t help.',
  ],
})
