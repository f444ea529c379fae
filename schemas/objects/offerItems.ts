import { AddCircleIcon } from '@sanity/icons/AddCircle'
import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { StarIcon } from '@sanity/icons/Star'
import { defineType } from 'sanity'
import { formatMoney } from '@/lib/content/text/format'
import { countableNames } from '@/lib/content/text/offerValues'
import { amountField, countField } from '../fields/amount'
import { choiceField } from '../fields/choice'
import { textField } from '../fields/text'

const titleField = textField('title', 'Title', 'What the member gets, in a few words.', { max: 80 })

const detailField = textField('text', 'Text', 'One or two sentences about it. Optional.', {
  optional: true,
  rows: 3,
  max: 260,
})

const formatWorth = (cents: unknown) => (typeof cents === 'number' ? formatMoney(cents) : '$?')

/** An included service with its value. */
export const valueItem = defineType({
  name: 'valueItem',
  type: 'object',
  title: 'Value',
  icon: CheckmarkCircleIcon,
  fields: [
    titleField,
    detailField,
    amountField(
      'amount',
      'Worth',
      'What it would cost on its own. The offer’s total is computed from these amounts.',
    ),
    choiceField(
      'unit',
      'How often?',
      'Whether the amount counts once or every month. Shown beside the amount.',
      [
        { title: 'Once', value: 'once' },
        { title: 'Every month', value: 'month' },
      ],
      { initialValue: 'once' },
    ),
  ],
  preview: {
    select: { title: 'title', amount: 'amount', unit: 'unit' },
    prepare: ({ title, amount, unit }) => ({
      title,
      subtitle: `${formatWorth(amount)}${unit === 'month' ? ' a month' : ', once'}`,
    }),
  },
})

/** A bonus on top of the offer. */
export const bonusItem = defineType({
  name: 'bonusItem',
  type: 'object',
  title: 'Bonus',
  icon: StarIcon,
  fields: [titleField, detailField, amountField('amount', 'Worth', 'What the bonus would cost on its own.')],
  preview: {
    select: { title: 'title', amount: 'amount' },
    prepare: ({ title, amount }) => ({ title, subtitle: formatWorth(amount) }),
  },
})

/** A quantity that every member gets. */
export const inclusion = defineType({
  name: 'inclusion',
  type: 'object',
  title: 'Inclusion',
  icon: AddCircleIcon,
  fields: [
    countField(
      'quantity',
      'How many?',
      'A whole number, shown large: 8 studio hours, 10 clips, 2 cameras.',
      1000,
    ),
    choiceField(
      'counts',
      'What does it count?',
      'In text, {hours}, {clips} or {cameras} shows this number.',
      [
        ...Object.entries(countableNames).map(([value, title]) => ({ title, value })),
        { title: 'Something else', value: 'other' },
      ],
      { initialValue: 'other' },
    ),
    textField('title', 'Of what?', 'Follows the number: “studio hours per month”.', { max: 60 }),
    detailField,
  ],
  preview: {
    select: { quantity: 'quantity', title: 'title' },
    prepare: ({ quantity, title }) => ({ title: `${quantity ?? '?'} ${title ?? ''}`.trim() }),
  },
})
