import { AddCircleIcon } from '@sanity/icons/AddCircle'
import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { StarIcon } from '@sanity/icons/Star'
import { defineField, defineType } from 'sanity'
import { formatMoney } from '@/lib/content/format'
import { amountField, countRules } from '../fields/amount'
import { choiceField } from '../fields/choice'
import { textField } from '../fields/text'

const titleField = textField({
  name: 'title',
  title: 'Title',
  description: 'What the member gets, in a few words.',
  max: 80,
})

const detailField = textField({
  name: 'text',
  title: 'Text',
  description: 'A sentence or two about it. May be empty.',
  optional: true,
  rows: 3,
  max: 260,
})

const money = (cents: unknown) => (typeof cents === 'number' ? formatMoney(cents) : 'no amount yet')

/** Something that the membership holds, with what it is worth. */
export const valueItem = defineType({
  name: 'valueItem',
  type: 'object',
  title: 'Value',
  icon: CheckmarkCircleIcon,
  fields: [
    titleField,
    detailField,
    amountField({
      name: 'amount',
      title: 'Worth',
      description: 'What it would cost on its own. The total of the offer is computed from these.',
    }),
    choiceField({
      name: 'unit',
      title: 'How often?',
      description: 'Whether the amount counts once or every month; it is written beside the amount.',
      choices: [
        { title: 'Once', value: 'once' },
        { title: 'Every month', value: 'month' },
      ],
      initialValue: 'once',
    }),
  ],
  preview: {
    select: { title: 'title', amount: 'amount', unit: 'unit' },
    prepare: ({ title, amount, unit }) => ({
      title,
      subtitle: `${money(amount)}${unit === 'month' ? ' a month' : ', once'}`,
    }),
  },
})

/** Something that comes on top of the offer. */
export const bonusItem = defineType({
  name: 'bonusItem',
  type: 'object',
  title: 'Bonus',
  icon: StarIcon,
  fields: [
    titleField,
    detailField,
    amountField({ name: 'amount', title: 'Worth', description: 'What the bonus would cost on its own.' }),
  ],
  preview: {
    select: { title: 'title', amount: 'amount' },
    prepare: ({ title, amount }) => ({ title, subtitle: money(amount) }),
  },
})

/** A number of things that every member gets. */
export const inclusion = defineType({
  name: 'inclusion',
  type: 'object',
  title: 'Inclusion',
  icon: AddCircleIcon,
  fields: [
    defineField({
      name: 'quantity',
      type: 'number',
      title: 'How many?',
      description: 'A whole number, shown large: 8 studio hours, 10 clips, 2 cameras.',
      validation: countRules({ title: 'How many?', max: 1000 }),
    }),
    textField({
      name: 'title',
      title: 'Of what?',
      description: 'Continues the number: “studio hours per month”.',
      max: 60,
    }),
    detailField,
  ],
  preview: {
    select: { quantity: 'quantity', title: 'title' },
    prepare: ({ quantity, title }) => ({ title: `${quantity ?? '?'} ${title ?? ''}`.trim() }),
  },
})
