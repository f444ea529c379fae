import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** A random id in Stripe's form, with the prefix of its kind. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`
}

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text

/** An object in which every named field is null: the fields of Stripe's objects that this account never sets. */
export function nulls<const Names extends string>(names: Names): { [Name in Words<Names>]: null }
export function nulls(names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, null]))
}
