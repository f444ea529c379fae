import { defineField, type NumberRule } from 'sanity'
import { amountProblem, countProblem } from '@/lib/membership/offerRules'
import { AmountInput } from '@/studio/inputs'

type AmountFieldOptions = {
  name: string
  title: string
  description: string
  group?: string
  /** Least amount in cents; one cent without it. */
  min?: number
}

/** Makes a field for an amount of money, kept as a whole number of cents. */
export function amountField({ name, description, group, ...limits }: AmountFieldOptions) {
  const { title } = limits
  return defineField({
    name,
    type: 'number',
    title,
    description: `${description} In cents: 99700 is $997.`,
    group,
    components: { input: AmountInput },
    validation: (rule) => [
      rule.required().error(`Please fill in “${title}”.`),
      rule.custom((cents) => (cents === undefined ? true : (amountProblem(cents, limits) ?? true))),
    ],
  })
}

/** Makes the validation of a whole number that is counted: months, hours, pieces. */
export function countRules(limits: { title: string; max: number }) {
  return (rule: NumberRule): NumberRule[] => [
    rule.required().error(`Please fill in “${limits.title}”.`),
    rule.custom((count) => (count === undefined ? true : (countProblem(count, limits) ?? true))),
  ]
}
