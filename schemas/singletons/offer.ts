import { BasketIcon } from '@sanity/icons/Basket'
import { defineType } from 'sanity'
import { introductionProblem, offerRules, pricePlaceholders } from '@/lib/membership/offer/offerRules'
import { OfferForm } from '@/studio/offer/OfferForm'
import { OfferValuesInput } from '@/studio/offer/OfferValuesInput'
import { amountField, countField } from '../fields/amount'
import { choiceField } from '../fields/choice'
import { checkCountedPlaceholders, checkUniqueCounts } from '../fields/inclusionRules'
import { assignGroup } from '../fields/inGroup'
import { listField } from '../fields/list'
import { textField } from '../fields/text'
import { checkReleaseCharges } from './chargesInReleases'

/** The one place for prices, terms, inclusions, values and bonuses. */
export const offer = defineType({
  name: 'offer',
  type: 'document',
  title: 'Offer',
  description: 'Prices, what is included, what it is worth. The checkout charges what is written here.',
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
      textField('name', offerRules.name.title, 'What members subscribe to. It is on their invoices.', {
        max: 60,
      }),
      textField(
        'packageName',
        'Name of the package',
        'The heading of the offer, for example “2-Month Growth Package”. Its first 40 characters name the discount in Checkout and on invoices.',
        { max: 60 },
      ),
      textField('summary', 'Summary', 'One or two sentences about the offer. May be empty.', {
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
        'Charged each month at first.',
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
        'Charged each month after that, until the member cancels.',
        offerRules.regularPrice,
      ),
      textField('priceLine', 'Price line', 'The price as visitors read it.', {
        placeholders: pricePlaceholders,
        needed: pricePlaceholders,
        max: 160,
      }),
      textField('cancelNote', 'Note about cancelling', 'Short, beside the price: “Cancel anytime”.', {
        max: 60,
      }),
      textField(
        'shortTerms',
        offerRules.shortTerms.title,
        'Shown beside the checkout buttons away from the offer. California wants it to have the price, the renewal and how to cancel; the renewal terms stand at the offer and in Checkout.',
        { placeholders: offerRules.shortTerms.needed, needed: offerRules.shortTerms.needed, max: 140 },
      ),
      textField(
        'renewalTerms',
        offerRules.renewalTerms.title,
        'The whole of it, shown at the offer and in Checkout. California wants the price, the renewal and how to cancel to be said here, in plain words.',
        {
          placeholders: offerRules.renewalTerms.needed,
          needed: offerRules.renewalTerms.needed,
          rows: 5,
          min: 80,
          max: 700,
        },
      ),
      textField(
        'regularTerms',
        offerRules.regularTerms.title,
        'Shown to members who come back: the introductory price is given once.',
        {
          placeholders: offerRules.regularTerms.needed,
          needed: offerRules.regularTerms.needed,
          rows: 5,
          min: 80,
          max: 700,
        },
      ),
    ]),
    ...assignGroup('inclusions', [
      textField('inclusionsHeading', 'Heading of the inclusions', 'Above what every member gets.', {
        max: 60,
      }),
      listField('inclusions', 'inclusions', 'Inclusions', 'What every member gets, in numbers.', {
        expected: 3,
        rules: (rule) => [rule.custom(checkUniqueCounts), rule.custom(checkCountedPlaceholders)],
      }),
    ]),
    ...assignGroup('values', [
      textField('valuesHeading', 'Heading of the values', 'Above the list of what the offer is worth.', {
        max: 60,
      }),
      {
        ...listField(
          'values',
          'valueItems',
          'Values',
          'What the offer holds and what each part is worth. The total is computed from them.',
          { max: 15 },
        ),
        components: { input: OfferValuesInput },
      },
      textField(
        'onceLabel',
        'Words for “once”',
        'Above the amounts that count once, for example “In your first month”.',
        { max: 40 },
      ),
      textField(
        'monthLabel',
        'Words for “every month”',
        'Above the amounts that count every month, for example “Every month”.',
        { max: 40 },
      ),
      textField(
        'totalLine',
        'Total line',
        'Below the values. “Over” is true only while a bonus comes on top.',
        { placeholders: ['totalValue'], needed: ['totalValue'], max: 80 },
      ),
      textField(
        'totalNote',
        'Note below the total',
        'Over which time the values are counted: the total has what counts every month once. May be empty.',
        { optional: true, max: 120 },
      ),
    ]),
    ...assignGroup('bonuses', [
      textField('bonusesHeading', 'Heading of the bonuses', 'Above the list of bonuses.', { max: 60 }),
      listField(
        'bonuses',
        'bonusItems',
        'Bonuses',
        'What comes on top. Their worth is not part of the total.',
        { max: 6 },
      ),
      textField(
        'bonusLine',
        'Bonus line',
        'Beside each bonus, for example “A bonus valued at {amount}”. May be empty.',
        { optional: true, placeholders: ['amount'], max: 80 },
      ),
    ]),
    ...assignGroup('next', [
      textField(
        'nextHeading',
        'What happens next: heading',
        'Above the steps, beside the price. May be empty.',
        {
          optional: true,
          max: 60,
        },
      ),
      listField(
        'nextSteps',
        'features',
        'What happens next: steps',
        'From the payment to the first session. May be empty.',
        {
          optional: true,
          max: 3,
        },
      ),
    ]),
  ],
  validation: (rule) => [
    rule.custom(checkIntroPrice),
    rule.custom(checkReleaseCharges),
    rule.custom(adviseIntroPrice).warning(),
  ],
  preview: {
    select: { subtitle: 'packageName' },
    prepare: ({ subtitle }) => ({ title: 'Offer', subtitle }),
  },
})

/** The two prices of an offer, where both are there. */
function readPrices(offer: Record<string, unknown> | undefined): [number, number] | undefined {
  const { introPrice, regularPrice } = offer ?? {}
  if (typeof introPrice !== 'number' || typeof regularPrice !== 'number') return undefined
  return [introPrice, regularPrice]
}

function checkIntroPrice(offer: Record<string, unknown> | undefined) {
  const prices = readPrices(offer)
  const message = prices && introductionProblem(...prices)
  return message ? { message, path: ['introPrice'] } : true
}

function adviseIntroPrice(offer: Record<string, unknown> | undefined): true | string {
  const [introPrice, regularPrice] = readPrices(offer) ?? [0, 1]
  if (introPrice !== regularPrice) return true
  return 'The introductory price is the regular price. Are the two mixed up?'
}
