/** The outcome of payments with a card (https://docs.stripe.com/testing). */
export type Behavior = {
  /** Why a charge is declined. */
  decline?: Decline
  /** The card can be saved, and only charges fail. */
  attaches?: true
  /** When the holder has to authenticate: the first time only, or for every payment. */
  challenge?: 'setup' | 'always'
  /** The payment succeeds and is then disputed for this reason. */
  dispute?: 'fraudulent' | 'product_not_received'
}

export type Decline = { code: string; decline_code: string; message: string }

export type TestCard = Behavior & { brand: string; funding: 'credit' | 'debit' }

function declined(
  decline_code: string,
  message = 'Your card was declined.',
  code = 'card_declined',
): Behavior {
  return { decline: { code, decline_code, message } }
}

const visa = { brand: 'visa', funding: 'credit' } as const

/** The test cards by number (https://docs.stripe.com/testing). */
export const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': visa,
  '4000056655665556': { brand: 'visa', funding: 'debit' },
  '5555555555554444': { brand: 'mastercard', funding: 'credit' },
  '378282246310005': { brand: 'amex', funding: 'credit' },
  '4000000000000002': { ...visa, ...declined('generic_decline') },
  '4000000000009995': { ...visa, ...declined('insufficient_funds', 'Your card has insufficient funds.') },
  '4000000000009987': { ...visa, ...declined('lost_card') },
  '4000000000009979': { ...visa, ...declined('stolen_card') },
  '4000000000000069': { ...visa, ...declined('expired_card', 'Your card has expired.', 'expired_card') },
  '4000000000000127': {
    ...visa,
    ...declined('incorrect_cvc', "Your card's security code is incorrect.", 'incorrect_cvc'),
  },
  '4000000000000119': {
    ...visa,
    ...declined(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
    ),
  },
  '4000000000000341': { ...visa, ...declined('generic_decline'), attaches: true },
  '4000002500003155': { ...visa, challenge: 'setup' },
  '4000002760003184': { ...visa, challenge: 'always' },
  '4000000000000259': { ...visa, dispute: 'fraudulent' },
  '4000000000002685': { ...visa, dispute: 'product_not_received' },
}

/** The numbers of test cards by the names in `pm_card_visa` and the like. */
const NAMES: Record<string, string> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeCustomerFail: '4000000000000341',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  createDispute: '4000000000000259',
}

/** A test card by its number, blanks ignored. */
export function testCard(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, '')
  return Object.hasOwn(CARDS, digits) ? CARDS[digits] : undefined
}

/** The number of a test card by a name such as `pm_card_visa`. */
export function namedCard(name: string): string | undefined {
  const short = /^pm_card_(\w+)$/.exec(name)?.[1]
  return short !== undefined && Object.hasOwn(NAMES, short) ? NAMES[short] : undefined
}
