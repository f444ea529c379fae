import { formatError, Problem } from '../lib/command.ts'
import { runStep } from '../lib/output.ts'

/**
 * A sentence about a problem, which the setting's `write`, if any, corrects; an `obstacle` that an operator has to
 * remove first; or `advice` about something that only an operator can judge.
 */
export type Difference = string | { obstacle: string } | { advice: string }

/** Stores a variable that the site needs from now on. */
export type StoreVariable = (name: string, value: string) => void

/** A row of a vendor's table. `npm run doctor` checks it, and `npm run provision` also writes it. */
export type Setting = {
  /** A sentence that is true while the vendor has the wanted value. */
  wanted: string
  /** Compares the vendor's value with the wanted one; returns undefined when they are equal. */
  check(): Promise<Difference | undefined>
  /** Sets the wanted value, and stores values that only the vendor has. If omitted, an operator has to set it. */
  write?(store: StoreVariable): Promise<unknown>
  /** Whether each run writes the setting, since the vendor does not return all of it. */
  isAlwaysWritten?: boolean
  /** Whether the rows that follow cannot be checked while this one is wrong. */
  isRequired?: boolean
}

/** Creates a row about something that this environment cannot check, so an operator has to. */
export const remind = (advice: string): Setting => ({ wanted: '', check: async () => ({ advice }) })

/** The result of checking a setting: it is `right` or `wrong`, or an operator (`person`) has to judge it. */
export type Reading = { state: 'right' | 'wrong' | 'person'; text: string }

async function readSetting({ wanted, check, write }: Setting): Promise<Reading> {
  try {
    const difference = await check()
    if (difference === undefined) return { state: 'right', text: wanted }
    if (typeof difference === 'string')
      return { state: 'wrong', text: write ? `${difference} Run npm run provision.` : difference }
    return 'advice' in difference
      ? { state: 'person', text: difference.advice }
      : { state: 'wrong', text: difference.obstacle }
  } catch (error) {
    return { state: 'wrong', text: `Could not check “${wanted}”: ${formatError(error)}` }
  }
}

/** Checks a table's settings, in order. Never rejects: an error becomes a `wrong` reading with its first line. */
export async function readTable(settings: readonly Setting[]): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const setting of settings) {
    const reading = await readSetting(setting)
    readings.push(reading)
    if (setting.isRequired && reading.state === 'wrong') break
  }
  return readings
}

/**
 * Writes a table's differing settings, and those with `isAlwaysWritten`, each as a printed step.
 *
 * @throws Problem about an obstacle, or the vendor's error; settings written earlier are not undone
 */
export async function writeTable(settings: readonly Setting[], store: StoreVariable): Promise<void> {
  for (const { wanted, check, write, isAlwaysWritten } of settings) {
    const difference = write && (await check())
    if (typeof difference === 'object' && 'obstacle' in difference) throw new Problem(difference.obstacle)
    if (write && (difference || isAlwaysWritten)) await runStep(wanted, () => write(store))
  }
}
