export type Decline = { code: string; decline_code: string; message: string }

/** A card of https://docs.stripe.com/testing, with the outcome of payments with it. */
type TestCard = {
  /** As in `pm_card_visa`. */
  name?: string
  brand: 'visa' | 'mastercard'
  decline?: Decline
  /** The card can be saved, and only charges fail. */
  attaches?: true
  /** The payment succeeds and is then disputed. */
  dispute?: true
}

const decline: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

/** By number. The last four digits are unique. */
const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', name: 'visa' },
  '5555555555554444': { brand: 'mastercard', name: 'mastercard' },
  '4000000000000002': { brand: 'visa', decline },
  '4000000000000341': { brand: 'visa', name: 'chargeCustomerFail', decline, attaches: true },
  '4000000000000259': { brand: 'visa', name: 'createDispute', dispute: true },
}

/** A test card by its number, digits only. */
export function findTestCard(number: string): TestCard | undefined {
  return Object.hasOwn(CARDS, number) ? CARDS[number] : undefined
}

/** A test card by its last four digits. */
export function findTestCardByEnding(last4: string): TestCard | undefined {
  return Object.entries(CARDS).find(([number]) => number.slice(-4) === last4)?.[1]
}

/** The number of a test card by a name such as `pm_card_visa`. */
export function findCardNumber(name: string): string | undefined {
  return Object.entries(CARDS).find(([, card]) => `pm_card_${card.name}` === name)?.[0]
}
