import { defineField } from 'sanity'
import { amountProblem, countProblem } from '@/lib/membership/offerRules'
import { AmountInput } from '@/studio/inputs'

/**
 * Makes a field for an amount of money, kept as a whole number of cents.
 *
 * @param limits - the least amount in cents; one cent without it
 */
export function amountField(name: string, title: string, description: string, limits: { min?: number } = {}) {
  return defineField({
    name,
    type: 'number',
    title,
    description: `${description} In cents: 99700 is $997.`,
    components: { input: AmountInput },
    validation: (rule) => [
      rule.required().error(`Please fill in “${title}”.`),
      rule.custom((cents) =>
        cents === undefined ? true : (amountProblem(cents, { title, ...limits }) ?? true),
      ),
    ],
  })
}

/** Makes a field for a number of things or months, from 1 to `max`. */
export function countField(name: string, title: string, description: string, max: number) {
  return defineField({
    name,
    type: 'number',
    title,
    description,
    validation: (rule) => [
      rule.required().error(`Please fill in “${title}”.`),
      rule.custom((count) => (count === undefined ? true : (countProblem(count, { title, max }) ?? true))),
    ],
  })
}
