import { style } from './output.ts'

/** The result of a check: passed, failed, an operator has to check, or a note. */
export type Finding = { vendor: string; state: 'right' | 'wrong' | 'person' | 'note'; text: string }

/** Collects the findings about one vendor. */
export class Findings {
  readonly list: Finding[] = []
  private readonly vendor: string

  constructor(vendor: string) {
    this.vendor = vendor
  }

  /** Adds `text` when a check passed; otherwise `failureText`, which says how to correct it. */
  expect(isRight: boolean, text: string, failureText: string): void {
    this.list.push({
      vendor: this.vendor,
      state: isRight ? 'right' : 'wrong',
      text: isRight ? text : failureText,
    })
  }

  /** Adds a setting without an API, which an operator has to check. */
  requireOperator(text: string): void {
    this.list.push({ vendor: this.vendor, state: 'person', text })
  }

  /** Adds a note. */
  note(text: string): void {
    this.list.push({ vendor: this.vendor, state: 'note', text })
  }

  /** Runs a check. Adds an error of it as a failure, after the sentence `failure`. */
  async attempt(failure: string, check: () => Promise<void>): Promise<void> {
    try {
      await check()
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
      this.list.push({ vendor: this.vendor, state: 'wrong', text: `${failure}: ${reason}` })
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
