import { BasketIcon } from '@sanity/icons/Basket'
import { defineField, defineType } from 'sanity'
import { introductionProblem, offerRules, pricePlaceholders } from '@/lib/membership/offerRules'
import { OfferValuesInput } from '@/studio/inputs'
import { amountField, countRules } from '../fields/amount'
import { choiceField } from '../fields/choice'
import { listField } from '../fields/list'
import { textField } from '../fields/text'

/** The one place for prices, terms, inclusions, values and bonuses. */
export const offer = defineType({
  name: 'offer',
  type: 'document',
  title: 'Offer',
  description: 'Prices, what is included, what it is worth. The checkout charges what is written here.',
  icon: BasketIcon,
  groups: [
    { name: 'price', title: 'Name and price', default: true },
    { name: 'inclusions', title: 'Inclusions' },
    { name: 'values', title: 'Values' },
    { name: 'bonuses', title: 'Bonuses' },
  ],
  fields: [
    textField({
      name: 'name',
      ...offerRules.name,
      description: 'What members subscribe to. It is on their invoices.',
      max: 60,
      group: 'price',
    }),
    textField({
      name: 'packageName',
      title: 'Name of the package',
      description:
        'The heading of the offer, for example “2-Month Growth Package”. Its first 40 characters name the discount in Checkout and on invoices.',
      max: 60,
      group: 'price',
    }),
    textField({
      name: 'summary',
      title: 'Summary',
      description: 'One or two sentences about the offer. May be empty.',
      optional: true,
      rows: 3,
      max: 320,
      group: 'price',
    }),
    choiceField({
      name: 'currency',
      ...offerRules.currency,
      description: 'All amounts of the offer are in this currency.',
      initialValue: 'usd',
      group: 'price',
    }),
    amountField({
      name: 'introPrice',
      ...offerRules.introPrice,
      description: 'Charged each month at first.',
      group: 'price',
    }),
    defineField({
      name: 'introMonths',
      type: 'number',
      title: offerRules.introMonths.title,
      description: 'For how many months the introductory price is charged.',
      group: 'price',
      validation: countRules(offerRules.introMonths),
    }),
    amountField({
      name: 'regularPrice',
      ...offerRules.regularPrice,
      description: 'Charged each month after that, until the member cancels.',
      group: 'price',
    }),
    textField({
      name: 'priceLine',
      title: 'Price line',
      description: 'The price as visitors read it.',
      placeholders: pricePlaceholders,
      needed: pricePlaceholders,
      max: 160,
      group: 'price',
    }),
    textField({
      name: 'cancelNote',
      title: 'Note about cancelling',
      description: 'Short, beside the price: “Cancel anytime”.',
      max: 60,
      group: 'price',
    }),
    textField({
      name: 'renewalTerms',
      ...offerRules.renewalTerms,
      description:
        'Shown beside every checkout button. California wants the price, the renewal and how to cancel to be said here, in plain words.',
      placeholders: offerRules.renewalTerms.needed,
      rows: 5,
      min: 80,
      max: 700,
      group: 'price',
    }),
    textField({
      name: 'regularTerms',
      ...offerRules.regularTerms,
      description: 'Shown to members who come back: the introductory price is given once.',
      placeholders: offerRules.regularTerms.needed,
      rows: 5,
      min: 80,
      max: 700,
      group: 'price',
    }),
    textField({
      name: 'inclusionsHeading',
      title: 'Heading of the inclusions',
      description: 'Above what every member gets.',
      max: 60,
      group: 'inclusions',
    }),
    listField({
      name: 'inclusions',
      type: 'inclusions',
      title: 'Inclusions',
      description: 'What every member gets, in numbers.',
      expected: 3,
      group: 'inclusions',
    }),
    textField({
      name: 'valuesHeading',
      title: 'Heading of the values',
      description: 'Above the list of what the offer is worth.',
      max: 60,
      group: 'values',
    }),
    {
      ...listField({
        name: 'values',
        type: 'valueItems',
        title: 'Values',
        description: 'What the offer holds and what each part is worth. The total is computed from them.',
        max: 15,
        group: 'values',
      }),
      components: { input: OfferValuesInput },
    },
    textField({
      name: 'onceLabel',
      title: 'Words for “once”',
      description: 'Beside amounts that count once, for example “one time”.',
      max: 20,
      group: 'values',
    }),
    textField({
      name: 'monthLabel',
      title: 'Words for “every month”',
      description: 'Beside amounts that count every month, for example “a month”.',
      max: 20,
      group: 'values',
    }),
    textField({
      name: 'totalLine',
      title: 'Total line',
      description: 'Below the values. “Over” is true only while a bonus comes on top.',
      placeholders: ['total'],
      needed: ['total'],
      max: 80,
      group: 'values',
    }),
    textField({
      name: 'bonusesHeading',
      title: 'Heading of the bonuses',
      description: 'Above the list of bonuses.',
      max: 60,
      group: 'bonuses',
    }),
    listField({
      name: 'bonuses',
      type: 'bonusItems',
      title: 'Bonuses',
      description: 'What comes on top. Their worth is not part of the total.',
      max: 6,
      group: 'bonuses',
    }),
    textField({
      name: 'bonusLine',
      title: 'Bonus line',
      description: 'Beside each bonus, for example “A bonus valued at {amount}”. May be empty.',
      optional: true,
      placeholders: ['amount'],
      max: 80,
      group: 'bonuses',
    }),
  ],
  validation: (rule) => [rule.custom(introductionCostsNoMore), rule.custom(introductionIsCheaper).warning()],
  preview: {
    select: { subtitle: 'packageName' },
    prepare: ({ subtitle }) => ({ title: 'Offer', subtitle }),
  },
})

/** The two prices of an offer, where both are there. */
function pricesOf(offer: Record<string, unknown> | undefined): [number, number] | undefined {
  const { introPrice, regularPrice } = offer ?? {}
  if (typeof introPrice !== 'number' || typeof regularPrice !== 'number') return undefined
  return [introPrice, regularPrice]
}

function introductionCostsNoMore(offer: Record<string, unknown> | undefined) {
  const prices = pricesOf(offer)
  const message = prices && introductionProblem(...prices)
  return message ? { message, path: ['introPrice'] } : true
}

function introductionIsCheaper(offer: Record<string, unknown> | undefined): true | string {
  const [introPrice, regularPrice] = pricesOf(offer) ?? [0, 1]
  if (introPrice !== regularPrice) return true
  return 'The introductory price is the regular price. Are the two mixed up?'
}
