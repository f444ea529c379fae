import { defineField, type NumberDefinition } from 'sanity'
import { findAmountProblem, findCountProblem } from '@/lib/membership/offer/offerRules'
import { AmountInput } from '@/studio/inputs/AmountInput'

/**
 * Defines a field for an amount of money, stored as a whole number of cents.
 *
 * @param limits - minimum in cents; one cent by default
 */
export function amountField(name: string, title: string, description: string, limits: { min?: number } = {}) {
  return numberField(
    {
      name,
      title,
      description,
      components: { input: AmountInput },
    },
    (cents) => findAmountProblem(cents, { title, ...limits }),
  )
}

/** Defines a field for a whole number from 1 to `max`. */
export function countField(name: string, title: string, description: string, max: number) {
  return numberField({ name, title, description }, (count) => findCountProblem(count, { title, max }))
}

function numberField(
  field: Omit<NumberDefinition, 'type'>,
  describeProblem: (value: number) => string | null,
) {
  return defineField({
    ...field,
    type: 'number',
    validation: (rule) => [
      rule.required().error(`Fill in “${field.title}”.`),
      rule.custom((value) => (value === undefined ? true : (describeProblem(value) ?? true))),
    ],
  })
}
