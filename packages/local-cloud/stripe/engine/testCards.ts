export type Decline = { code: string; decline_code: string; message: string }

/** A card from https://docs.stripe.com/testing, and the outcome of its payments. */
type TestCard = {
  /** The last part of the payment method's name: `visa` for `pm_card_visa`. */
  name?: string
  brand: 'visa' | 'mastercard'
  decline?: Decline
  /** Whether the card can be saved although its charges are declined. */
  canBeSaved?: true
  /** Whether a payment succeeds and is then disputed. */
  isDisputed?: true
}

const decline: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

/** The test cards by number. The last four digits of each number are unique. */
const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', name: 'visa' },
  '5555555555554444': { brand: 'mastercard', name: 'mastercard' },
  '4000000000000002': { brand: 'visa', decline },
  '4000000000000341': { brand: 'visa', name: 'chargeCustomerFail', decline, canBeSaved: true },
  '4000000000000259': { brand: 'visa', name: 'createDispute', isDisputed: true },
}

/** Finds a test card by its number, which contains only digits. */
export function findTestCard(number: string): TestCard | undefined {
  return Object.hasOwn(CARDS, number) ? CARDS[number] : undefined
}

/** Finds a test card by its last four digits. */
export function findTestCardByEnding(last4: string): TestCard | undefined {
  return Object.entries(CARDS).find(([number]) => number.slice(-4) === last4)?.[1]
}

/** Finds the number of a test card by a name such as `pm_card_visa`. */
export function findCardNumber(name: string): string | undefined {
  return Object.entries(CARDS).find(([, card]) => card.name && `pm_card_${card.name}` === name)?.[0]
}
