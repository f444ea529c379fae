import { styleText } from 'node:util'
import { formatError } from '../lib/command.ts'

/** A sentence about a setting: it is `right` or `wrong`, an operator (`person`) has to check it, or it is a `note`. */
export type Reading = { state: 'right' | 'wrong' | 'person' | 'note'; text: string }

/** A row of a vendor's table. `npm run doctor` reads it, and `npm run provision` also writes it unless it is right. */
export type Setting = {
  /** The beginning of the sentence when the setting cannot be read; the reason follows. */
  failure: string
  /** Compares the setting with the wanted value. */
  read(): Promise<Reading | Reading[]>
  /** Whether the rows that follow cannot be read while this one is wrong. */
  isRequired?: boolean
  /** What `write` does, after "would". */
  plan?: string
  /** Sets the wanted value, and returns a sentence about it. Without this, an operator has to. */
  write?(): Promise<string>
  /** Whether each run writes the setting, since it has parts that the vendor does not return. */
  isAlwaysWritten?: boolean
}

/** The settings of one vendor. */
export type Vendor = {
  name: string
  /** The variable without which `provision` cannot write any setting. A vendor without one has nothing to write. */
  keyVariable?: string
  listSettings(): Setting[] | Promise<Setting[]>
}

/** Returns `text` as a right reading; or, when `isRight` is false, `failureText` as a wrong one. */
export const compare = (isRight: boolean, text: string, failureText: string): Reading =>
  isRight ? { state: 'right', text } : { state: 'wrong', text: failureText }

/** Creates a row about something that no API returns, so that an operator has to check it. */
export const remind = (text: string): Setting => ({
  failure: '',
  read: async () => ({ state: 'person', text }),
})

/** Reads the settings of a table, in order. Never rejects: an error is a wrong reading with its first line. */
export async function readTable(settings: readonly Setting[]): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const { failure, read, write, isRequired } of settings) {
    const hint = write ? ' npm run provision sets it.' : ''
    const found = await read().then(
      (result) =>
        [result]
          .flat()
          .map(({ state, text }) => ({ state, text: state === 'wrong' ? `${text}${hint}` : text })),
      (error: unknown): Reading[] => [{ state: 'wrong', text: `${failure}: ${formatError(error)}` }],
    )
    readings.push(...found)
    if (isRequired && found.some(({ state }) => state === 'wrong')) break
  }
  return readings
}

/**
 * Writes the settings of a table that are not right, or only plans that.
 *
 * @returns a sentence for each setting that can be written
 * @throws an error of the vendor; earlier settings stay
 */
export async function writeTable(settings: readonly Setting[], isDry: boolean): Promise<string[]> {
  const lines: string[] = []
  for (const { read, plan, write, isAlwaysWritten = false } of settings) {
    if (!write) continue
    const readings = [await read()].flat()
    const sentence = readings.map(({ text }) => text).join(' ')
    if (readings.every(({ state }) => state === 'right') && !isAlwaysWritten) lines.push(sentence)
    else lines.push(isDry ? `Would ${plan}. ${sentence}` : await write())
  }
  return lines
}

const marks = {
  right: styleText('green', '✓'),
  wrong: styleText('red', '✗'),
  person: styleText('cyan', '·'),
  note: styleText('dim', 'i'),
}

/** The readings of a vendor. */
export type Findings = { vendor: string; readings: Reading[] }

/** Formats readings as lines, grouped by vendor. */
export const formatFindings = (findings: readonly Findings[]): string =>
  findings
    .map(({ vendor, readings }) =>
      [styleText('bold', vendor), ...readings.map(({ state, text }) => `  ${marks[state]} ${text}`)].join(
        '\n',
      ),
    )
    .join('\n')
