import { BasketIcon } from '@sanity/icons/Basket'
import { defineType } from 'sanity'
import { findIntroductionProblem, offerRules, pricePlaceholders } from '@/lib/membership/offer/offerRules'
import { OfferForm } from '@/studio/inputs/OfferForm'
import { amountField, countField } from '../fields/amount'
import { assignGroup } from '../fields/assignGroup'
import { choiceField } from '../fields/choice'
import { checkCountedPlaceholders, checkUniqueCounts } from '../fields/inclusionRules'
import { listField } from '../fields/list'
import { textField } from '../fields/text'

/** The offer: prices, terms, inclusions, values and bonuses. */
export const offer = defineType({
  name: 'offer',
  type: 'document',
  title: 'Offer',
  description: 'Prices, inclusions and values. Checkout charges the prices that you enter here.',
  icon: BasketIcon,
  components: { input: OfferForm },
  groups: [
    { name: 'price', title: 'Name and price', default: true },
    { name: 'inclusions', title: 'Inclusions' },
    { name: 'values', title: 'Values' },
    { name: 'bonuses', title: 'Bonuses' },
    { name: 'next', title: 'What happens next' },
  ],
  fields: [
    ...assignGroup('price', [
      textField('name', offerRules.name.title, 'What members subscribe to. Shown on their invoices.', {
        max: 60,
      }),
      textField(
        'packageName',
        'Package name',
        'The heading of the offer, for example “2-Month Growth Package”. Its first 40 characters also name the discount in Checkout and on invoices.',
        { max: 60 },
      ),
      textField('summary', 'Summary', 'One or two sentences about the offer. Optional.', {
        optional: true,
        rows: 3,
        max: 320,
      }),
      choiceField(
        'currency',
        offerRules.currency.title,
        'All amounts of the offer are in this currency.',
        offerRules.currency.choices,
        { initialValue: 'usd' },
      ),
      amountField(
        'introPrice',
        offerRules.introPrice.title,
        'Charged for each of the introductory months.',
        offerRules.introPrice,
      ),
      countField(
        'introMonths',
        offerRules.introMonths.title,
        'For how many months the introductory price is charged.',
        offerRules.introMonths.max,
      ),
      amountField(
        'regularPrice',
        offerRules.regularPrice.title,
        'Charged each month after the introductory months, until the member cancels.',
        offerRules.regularPrice,
      ),
      textField('priceLine', 'Price line', 'The price as visitors read it.', {
        placeholders: pricePlaceholders,
        needed: pricePlaceholders,
        max: 160,
      }),
      textField(
        'cancelNote',
        'Note about canceling',
        'A short note beside the price, for example “Cancel anytime”.',
        {
          max: 60,
        },
      ),
      textField(
        'shortTerms',
        offerRules.shortTerms.title,
        'Shown beside checkout buttons outside the offer. California law requires these terms to state the price, the renewal and how to cancel.',
        {
          placeholders: offerRules.shortTerms.requiredPlaceholders,
          needed: offerRules.shortTerms.requiredPlaceholders,
          max: 140,
        },
      ),
      textField(
        'renewalTerms',
        offerRules.renewalTerms.title,
        'The complete terms, shown with the offer and in Checkout. California law requires these terms to state the price, the renewal and how to cancel, in plain language.',
        {
          placeholders: offerRules.renewalTerms.requiredPlaceholders,
          needed: offerRules.renewalTerms.requiredPlaceholders,
          rows: 5,
          min: 80,
          max: 700,
        },
      ),
      textField(
        'regularTerms',
        offerRules.regularTerms.title,
        'Shown to returning members, who don’t get the introductory price again.',
        {
          placeholders: offerRules.regularTerms.requiredPlaceholders,
          needed: offerRules.regularTerms.requiredPlaceholders,
          rows: 5,
          min: 80,
          max: 700,
        },
      ),
    ]),
    ...assignGroup('inclusions', [
      textField('inclusionsHeading', 'Inclusions heading', 'Above the list of inclusions.', {
        max: 60,
      }),
      listField('inclusions', 'inclusions', 'Inclusions', 'What every member gets, in numbers.', {
        expected: 3,
        extraRules: (rule) => [rule.custom(checkUniqueCounts), rule.custom(checkCountedPlaceholders)],
      }),
    ]),
    ...assignGroup('values', [
      textField('valuesHeading', 'Values heading', 'Above the list of values.', {
        max: 60,
      }),
      listField(
        'values',
        'valueItems',
        'Values',
        'What the offer includes and what each part is worth. The total is shown at the top of this form.',
        { max: 15 },
      ),
      textField(
        'onceLabel',
        'Label for “once”',
        'Above the amounts that count once, for example “In your first month”.',
        { max: 40 },
      ),
      textField(
        'monthLabel',
        'Label for “every month”',
        'Above the amounts that count every month, for example “Every month”.',
        { max: 40 },
      ),
      textField(
        'totalLine',
        'Total line',
        'Below the values. Say “over” only while the offer has a bonus on top.',
        { placeholders: ['totalValue'], needed: ['totalValue'], max: 80 },
      ),
      textField(
        'totalNote',
        'Note below the total',
        'The period that the total covers. Monthly values count once. Optional.',
        { optional: true, max: 120 },
      ),
    ]),
    ...assignGroup('bonuses', [
      textField('bonusesHeading', 'Bonuses heading', 'Above the list of bonuses.', { max: 60 }),
      listField(
        'bonuses',
        'bonusItems',
        'Bonuses',
        'Extras on top of the offer. Their value isn’t part of the total.',
        { max: 6 },
      ),
      textField(
        'bonusLine',
        'Bonus line',
        'Beside each bonus, for example “A bonus valued at {amount}”. Optional.',
        { optional: true, placeholders: ['amount'], max: 80 },
      ),
    ]),
    ...assignGroup('next', [
      textField('nextHeading', 'What happens next: heading', 'Above the steps, beside the price. Optional.', {
        optional: true,
        max: 60,
      }),
      listField(
        'nextSteps',
        'features',
        'What happens next: steps',
        'From the payment to the first session. Optional.',
        {
          optional: true,
          max: 3,
        },
      ),
    ]),
  ],
  validation: (rule) => [rule.custom(checkIntroPrice), rule.custom(adviseIntroPrice).warning()],
  preview: {
    select: { subtitle: 'packageName' },
    prepare: ({ subtitle }) => ({ title: 'Offer', subtitle }),
  },
})

/** Returns both prices of an offer, or undefined when one is missing. */
function readPrices(offer: Record<string, unknown> | undefined): [number, number] | undefined {
  const { introPrice, regularPrice } = offer ?? {}
  if (typeof introPrice !== 'number' || typeof regularPrice !== 'number') return undefined
  return [introPrice, regularPrice]
}

function checkIntroPrice(offer: Record<string, unknown> | undefined) {
  const prices = readPrices(offer)
  const message = prices && findIntroductionProblem(...prices)
  return message ? { message, path: ['introPrice'] } : true
}

function adviseIntroPrice(offer: Record<string, unknown> | undefined): true | string {
  const [introPrice, regularPrice] = readPrices(offer) ?? [0, 1]
  if (introPrice !== regularPrice) return true
  return 'The introductory price is the same as the regular price. Is that right?'
}
