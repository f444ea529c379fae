export type Decline = { code: string; decline_code: string; message: string }

/** The outcome of payments with a card. */
export type Behavior = {
  decline?: Decline
  /** The card can be saved, and only charges fail. */
  attaches?: true
  /** When the holder has to authenticate: the first time only, or for every payment. */
  challenge?: 'setup' | 'always'
  /** The payment succeeds and is then disputed. */
  dispute?: true
}

export type TestCard = Behavior & {
  /** As in `pm_card_visa`. */
  name?: string
  brand: 'visa' | 'mastercard'
}

function declined(decline_code: string, message: string, code = 'card_declined'): Behavior {
  return { decline: { code, decline_code, message } }
}

const brand = 'visa'
const DECLINED = 'Your card was declined.'

/** The test cards by number (https://docs.stripe.com/testing). */
export const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand, name: 'visa' },
  '5555555555554444': { brand: 'mastercard', name: 'mastercard' },
  '4000000000000002': { brand, ...declined('generic_decline', DECLINED) },
  '4000000000009995': { brand, ...declined('insufficient_funds', 'Your card has insufficient funds.') },
  '4000000000000069': { brand, ...declined('expired_card', 'Your card has expired.', 'expired_card') },
  '4000000000000341': {
    brand,
    name: 'chargeCustomerFail',
    ...declined('generic_decline', DECLINED),
    attaches: true,
  },
  '4000002500003155': { brand, challenge: 'setup' },
  '4000002760003184': { brand, name: 'authenticationRequired', challenge: 'always' },
  '4000000000000259': { brand, name: 'createDispute', dispute: true },
}

/** A test card by its number, blanks ignored. */
export function testCard(number: string): TestCard | undefined {
  const digits = number.replace(/\s/g, '')
  return Object.hasOwn(CARDS, digits) ? CARDS[digits] : undefined
}

/** The number of a test card by a name such as `pm_card_visa`. */
export function namedCard(name: string): string | undefined {
  return Object.entries(CARDS).find(([, card]) => `pm_card_${card.name}` === name)?.[0]
}
