import { style } from '../lib/output.ts'

/** The result of a check: `right` if it passed, `wrong` if it failed, `person` if an operator has to check, or a note. */
export type Finding = { vendor: string; state: 'right' | 'wrong' | 'person' | 'note'; text: string }

/** Collects the findings about one vendor. */
export class Findings {
  readonly list: Finding[] = []
  private readonly vendor: string

  constructor(vendor: string) {
    this.vendor = vendor
  }

  /** Adds `text` as a passed check; or, when `isRight` is false, `failureText` as a failed one. */
  expect(isRight: boolean, text: string, failureText: string): void {
    if (isRight) this.pass(text)
    else this.fail(failureText)
  }

  /** Adds a passed check. */
  pass(text: string): void {
    this.list.push({ vendor: this.vendor, state: 'right', text })
  }

  /** Adds a failed check. */
  fail(text: string): void {
    this.list.push({ vendor: this.vendor, state: 'wrong', text })
  }

  /** Adds a text about what an operator has to check, for example a setting without an API. */
  requireOperator(text: string): void {
    this.list.push({ vendor: this.vendor, state: 'person', text })
  }

  /** Adds a note. */
  note(text: string): void {
    this.list.push({ vendor: this.vendor, state: 'note', text })
  }

  /** Runs a check. If it throws, adds `failure` and the first line of the error as a failed check. */
  async attempt(failure: string, check: () => Promise<void>): Promise<void> {
    try {
      await check()
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
      this.fail(`${failure}: ${reason}`)
    }
  }
}

const marks = {
  right: style.green('✓'),
  wrong: style.red('✗'),
  person: style.cyan('·'),
  note: style.dim('i'),
}

/** Formats findings as lines, grouped by vendor. */
export function formatFindings(findings: readonly Finding[]): string {
  const vendors = [...new Set(findings.map(({ vendor }) => vendor))]
  return vendors
    .map((vendor) => {
      const lines = findings.filter((finding) => finding.vendor === vendor)
      return [style.bold(vendor), ...lines.map(({ state, text }) => `  ${marks[state]} ${text}`)].join('\n')
    })
    .join('\n')
}
