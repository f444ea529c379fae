import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits. */
export function createRandomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** A random id in Stripe's form, with the prefix of its kind. */
export function createId(prefix: string, length = 24): string {
  return `${prefix}_${createRandomText(length)}`
}

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text

/** An object in which every named field is null: the fields of Stripe's objects that this account never sets. */
export function nullFields<const Names extends string>(names: Names): { [Name in Words<Names>]: null }
export function nullFields(names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, null]))
}
