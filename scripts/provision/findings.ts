import { formatError } from '../lib/command.ts'
import { style } from '../lib/output.ts'

/** The result of a check: `right` if it passed, `wrong` if it failed, `person` if an operator has to check, or a note. */
export type Finding = { vendor: string; state: 'right' | 'wrong' | 'person' | 'note'; text: string }

/** A setting of a vendor. `npm run doctor` reads it, and `npm run provision` also writes it unless it is right. */
export type Setting = {
  /** The beginning of the finding when the setting cannot be read; the reason follows. */
  failure: string
  /** Returns whether the setting has the wanted value, and a sentence about the present one. */
  read(): Promise<[isRight: boolean, sentence: string]>
  /** What `write` does, after "would". */
  plan?: string
  /** Sets the wanted value, and returns a sentence about it. Without this, an operator has to. */
  write?(): Promise<string>
  /** Whether each run writes the setting, since it has parts that the vendor does not return. */
  isAlwaysWritten?: boolean
  /** Whether the site works without the setting, so that a person decides. */
  isOptional?: boolean
}

/** Collects the findings about one vendor. */
export class Findings {
  readonly list: Finding[] = []
  private readonly vendor: string

  constructor(vendor: string) {
    this.vendor = vendor
  }

  private add(state: Finding['state'], text: string): void {
    this.list.push({ vendor: this.vendor, state, text })
  }

  /** Adds `text` as a passed check; or, when `isRight` is false, `failureText` as a failed one. */
  expect(isRight: boolean, text: string, failureText: string): void {
    if (isRight) this.pass(text)
    else this.fail(failureText)
  }

  /** Adds a passed check. */
  pass(text: string): void {
    this.add('right', text)
  }

  /** Adds a failed check. */
  fail(text: string): void {
    this.add('wrong', text)
  }

  /** Adds a text about what an operator has to check, for example a setting without an API. */
  requireOperator(text: string): void {
    this.add('person', text)
  }

  /** Adds a note. */
  note(text: string): void {
    this.add('note', text)
  }

  /** Runs a check. If it throws, adds `failure` and the first line of the error as a failed check. */
  async attempt(failure: string, check: () => Promise<void>): Promise<void> {
    try {
      await check()
    } catch (error) {
      this.fail(`${failure}: ${formatError(error)}`)
    }
  }

  /** Adds a passed or failed check for each setting. */
  async checkSettings(settings: readonly Setting[]): Promise<void> {
    for (const { failure, read, write, isOptional } of settings) {
      await this.attempt(failure, async () => {
        const [isRight, sentence] = await read()
        if (!isRight && isOptional) this.requireOperator(sentence)
        else this.expect(isRight, sentence, write ? `${sentence} npm run provision sets it.` : sentence)
      })
    }
  }
}

/**
 * Writes the settings that are not right, or only plans that.
 *
 * @returns a sentence for each setting that can be written
 * @throws an error of the vendor; earlier settings stay
 */
export async function writeSettings(settings: readonly Setting[], isDry: boolean): Promise<string[]> {
  const lines: string[] = []
  for (const { read, plan, write, isAlwaysWritten = false } of settings) {
    if (!write) continue
    const [isRight, sentence] = await read()
    if (isRight && !isAlwaysWritten) lines.push(sentence)
    else lines.push(isDry ? `Would ${plan}. ${sentence}` : await write())
  }
  return lines
}

const marks = {
  right: style.green('✓'),
  wrong: style.red('✗'),
  person: style.cyan('·'),
  note: style.dim('i'),
}

/** Formats findings as lines, grouped by vendor. */
export function formatFindings(findings: readonly Finding[]): string {
  const byVendor = Object.entries(Object.groupBy(findings, ({ vendor }) => vendor))
  return byVendor
    .map(([vendor, list = []]) =>
      [style.bold(vendor), ...list.map(({ state, text }) => `  ${marks[state]} ${text}`)].join('\n'),
    )
    .join('\n')
}
