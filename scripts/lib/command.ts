import { statfsSync } from 'node:fs'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { stopAll } from './children.ts'

/** An error that the operator can correct. Its message is one line, shown without a stack trace. */
export class Problem extends Error {
  override readonly name = 'Problem'
  /** Absolute path of the log with details, when there is one. */
  readonly logFile: string | undefined

  constructor(message: string, logFile?: string) {
    super(message)
    this.logFile = logFile
  }
}

/** File system errors that an operator can correct: https://nodejs.org/api/errors.html#common-system-errors */
const fileErrors: Record<string, string> = {
  ENOSPC: 'The disk is full: free some space, and try again',
  EROFS: 'The disk is read-only: use a folder where this user may write',
  EACCES: 'The folder is read-only for this user: allow writing, or use another folder',
}

const minFreeBytes = 1_000_000

/**
 * Reports any error as a full disk if a folder's disk has no space left: a library may hide `ENOSPC`, as PGlite does.
 *
 * @param requiredBytes - with less free space, the disk counts as full
 * @returns an error for the operator, or the given one
 */
export function explainFullDisk(error: unknown, folder: string, requiredBytes = minFreeBytes): unknown {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < requiredBytes
      ? new Problem(`${fileErrors.ENOSPC} (${formatError(error).replace(/\.$/, '')})`)
      : error
  } catch {
    return error
  }
}

/** Returns a file system error's code; EROFS for a failed recursive `mkdir`, for which Node reports ENOENT. */
function getFileErrorCode(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return ''
  const isFailedMkdir = error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir'
  return isFailedMkdir ? 'EROFS' : String(error.code)
}

/** Formats the first line of any error, with a period, and with the path of the log if there is one. */
export function formatError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const code = getFileErrorCode(error)
  const firstLine = text.split('\n').find((line) => line.trim()) ?? 'An unknown error occurred.'
  const sentence = fileErrors[code] ? `${fileErrors[code]} (${firstLine.trim()})` : firstLine.trim()
  const sentenceWithPeriod = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
  return error instanceof Problem && error.logFile
    ? `${sentenceWithPeriod} The log is ${error.logFile}`
    : sentenceWithPeriod
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h'

/** The result of Node's `parseArgs` for the given options. */
type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: boolean; options: Options }>
>

/** A command's options, as in Node's `parseArgs`. Without `allowPositionals`, positional arguments are rejected. */
type CommandOptions<Options> = { options: Options; allowPositionals?: boolean }

/**
 * Parses the arguments of a command with Node's `parseArgs`.
 *
 * @throws Problem that lists the known options
 */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  { options, allowPositionals = false }: CommandOptions<Options>,
): Parsed<Options> {
  try {
    return parseArgs({ args, allowPositionals, options })
  } catch (error) {
    const names = Object.entries(options).map(
      ([name, { type }]) => `--${name}${type === 'string' ? ' <value>' : ''}`,
    )
    // Removes Node's advice for an unknown option, which is longer than the message.
    const problem = formatError(error).replace(/ To specify a positional argument .*/, '')
    throw new Problem(`${problem} The known options are ${[...names, '--help'].join(', ')}.`)
  }
}

/**
 * Defines a command that `package.json` lists and run.mjs runs. With `--help`, it prints its help. After an error, it
 * prints one line, stops everything that it started, and exits with 1.
 *
 * @param action - receives the values of the options, and the positional arguments
 * @returns the command, which takes its arguments, by default those of the process
 */
export function defineCommand<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: CommandOptions<Options>,
  action: (values: Parsed<Options>['values'], positionals: string[]) => Promise<void>,
): (args?: string[]) => Promise<void> {
  return async (args = process.argv.slice(2)) => {
    if (args.some(isHelp)) return console.log(help)
    try {
      const { values, positionals } = parseOptions(args, options)
      await action(values, positionals)
    } catch (error) {
      console.error(formatError(error))
      await stopAll()
      process.exit(1)
    }
  }
}
