import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Creates a string of random letters and digits. */
export function createRandomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Creates an id in Stripe's format, for example `cus_4QxZ…`. */
export function createId(prefix: string, length = 24): string {
  return `${prefix}_${createRandomText(length)}`
}

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text

/** Returns an object with null in every named field. `names` are separated by spaces. */
export function nullFields<const Names extends string>(names: Names): { [Name in Words<Names>]: null }
export function nullFields(names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, null]))
}
