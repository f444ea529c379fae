import { defineField, type NumberRule } from 'sanity'
import { AmountInput } from '@/studio/inputs/AmountInput'

type AmountFieldOptions = { name: string; title: string; description: string; group?: string }

/** Largest amount that is taken for intended: a hundred thousand dollars, in cents. */
const mostCents = 10_000_000

/** Makes a field for an amount of money, kept as a whole number of cents. */
export function amountField({ name, title, description, group }: AmountFieldOptions) {
  return defineField({
    name,
    type: 'number',
    title,
    description: `${description} In cents: 99700 is $997.`,
    group,
    components: { input: AmountInput },
    validation: (rule) => [
      rule.required().error(`Please fill in “${title}”.`),
      rule.custom((cents) => amountProblem(cents, title) ?? true),
    ],
  })
}

/**
 * Checks an amount.
 *
 * @param cents - the amount
 * @returns what is wrong and how to put it right, or null
 */
export function amountProblem(cents: number | undefined, title: string): string | null {
  if (cents === undefined) return null
  if (!Number.isInteger(cents)) {
    return `“${title}” is kept in whole cents, and ${cents} is not a whole number. $997 is 99700.`
  }
  if (cents <= 0) return `“${title}” has to be more than zero. $997 is 99700 cents.`
  if (cents > mostCents) return `“${title}” would be more than $100,000. Is there a zero too many?`
  return null
}

/** Makes the validation of a whole number that is counted: months, hours, pieces. */
export function countRules(title: string, most: number) {
  return (rule: NumberRule): NumberRule[] => [
    rule.required().error(`Please fill in “${title}”.`),
    rule.integer().min(1).max(most).error(`“${title}” has to be a whole number from 1 to ${most}.`),
  ]
}
