/** The words that the membership came with. They stay as they were then, whatever the seed says later. */
export const messageWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  checkout: {
    offerChanged:
      'The offer has changed since this page was loaded. Nothing was charged. Please load the page again to see the current one.',
    reload: 'Show the current offer',
    introUsedTitle: 'Welcome back',
    introUsedText:
      'You have had the opening price before, so the regular price applies from the first month.',
    introUsedAccept: 'Agree and continue',
    blockedTitle: 'Your browser kept the new tab closed',
    blockedText: 'Please open it yourself with this link. It is the same page.',
    blockedLink: 'Open the checkout',
    cancel: 'Not now',
    claimWaiting:
      'There is a membership already that was paid for with your e-mail address. We have sent a link to that address: open it to connect the membership with your account.',
    busy: 'A checkout is being prepared in another tab. Please wait a moment, then try again.',
    tooMany: 'That was very often in a short time. Please wait a few minutes, then try again.',
    offerUnavailable:
      'The price could not be confirmed just now, so nothing was charged. Please try again later, or write to us.',
    sessionEnded: 'You have been signed out in the meantime. Please sign in again.',
    secondFactor: 'Your account is protected with two-step sign-in. Please sign in again with your code.',
    emailNotConfirmed:
      'Your e-mail address is not confirmed yet. Please open the link in the e-mail that we sent you.',
    offline: 'You seem to be offline. Please try again when you are back.',
  },
  subscription: {
    heading: 'Your membership',
    checking: 'Asking for your membership',
    planLabel: 'Plan',
    renewsLabel: 'Renews on',
    endsLabel: 'Ends on',
    nextInvoiceLabel: 'Next invoice',
    none: 'You have no membership at the moment.',
    offerLink: 'See the offer',
    ending:
      'Your membership is cancelled and stays open until {date}. Until then you can take the cancellation back with Manage Subscription.',
    pastDue:
      'The last payment did not go through. Your membership goes on for now; please check your payment method with Manage Subscription.',
    unpaid:
      'Payments are missing, so your membership rests. Please check your payment method with Manage Subscription.',
    asOf: 'As of {time}',
    stale: 'We could not ask for the latest status just now. This is what we knew last.',
    unavailable: 'We cannot show your membership at the moment. Nothing about it has changed.',
    refresh: 'Refresh status',
    manage: 'Manage Subscription',
    blockedTitle: 'Your browser kept the new tab closed',
    blockedText: 'Please open it yourself with this link. It is the same page.',
    blockedLink: 'Open Manage Subscription',
    cancel: 'Not now',
  },
  afterCheckout: {
    heading: 'Your payment',
    checking: 'One moment, we are looking up your payment.',
    confirmed: 'Confirmed: your membership is active.',
    waiting:
      'Your payment went through, and your membership is being set up. This can take a minute. You can close this page: nothing is lost.',
    processing:
      'Your bank is still working on the payment. We write to you when it is done; you can close this page.',
    guest:
      'One more step: we have sent a link to {email}. Open it and choose a password, and the membership is yours to manage.',
    sendAgain: 'Send the link again',
    sent: 'The link is on its way.',
    sendFailed: 'The link could not be sent just now. Please wait a few minutes, then try again.',
    otherAccount:
      'This membership belongs to another account than the one you are signed in with. Sign in with the account you started the checkout with to see it.',
    signIn:
      'Your payment is safe. Sign in with the account you started the checkout with to see your membership.',
    signInLink: 'Sign in',
    open: 'This checkout is not finished, and nothing was charged.',
    offerLink: 'Back to the offer',
    unknown:
      'We cannot look up your payment at the moment. If you have paid, nothing is lost: your receipt comes by e-mail.',
    retry: 'Look again',
  },
}

export const regularTerms =
  'You pay {regularPrice} a month from the first month on. The membership renews by itself every month, and your payment method is charged each time, until you cancel. Cancel online at any time with Manage Subscription; the membership then ends with the month you have paid for.'

export const claimPage = {
  _id: 'claimPage',
  _type: 'claimPage',
  seo: {
    _type: 'seo',
    title: 'Your membership',
    description: 'Connect a membership that you bought as a guest with your account.',
  },
  heading: 'Make your membership yours',
  lead: 'You bought as a guest. Choose a password for your account, and we connect the membership with it. Everybody else who may be signed in to this account is signed out.',
  submit: 'Connect my membership',
  doneHeading: 'It is yours now',
  doneText: 'Your membership is connected with your account.',
  doneLink: 'To your membership',
  missingText:
    'This page needs a link from your mailbox that is not older than half an hour. Enter the address you paid with, and we send you a new one.',
  missingSubmit: 'Send me a link',
  sentText: 'If a membership waits for {email}, a link to it is on its way.',
  noneText:
    'There is no membership waiting for your e-mail address. It may be connected with your account already.',
}
