import { migrations } from './index.ts'
import { runMigrations } from './runner.ts'
import { contentTarget, migrationClient } from './target.ts'

/**
 * The command line: `node migrations/run.ts` says what would change, `node migrations/run.ts --apply`
 * changes it.
 *
 * @param args - the arguments
 * @param env - where the dataset is, and the token
 * @returns the exit code
 */
export async function main(
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<number> {
  const unknown = args.find((arg) => arg !== '--apply')
  try {
    if (unknown !== undefined) throw new Error(`“${unknown}” is not known here; there is only --apply.`)
    const target = contentTarget(migrationClient(env))
    await runMigrations({ target, migrations, apply: args.includes('--apply'), report: console.log })
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2), process.env)
