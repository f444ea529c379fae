import { runProgram, stopOnSignals } from './lib/children.ts'
import { defineCommand } from './lib/command.ts'
import { inRoot } from './lib/paths.ts'
import { getNeutralEnvironment } from './stack/environment.ts'

const sanityCli = inRoot('node_modules/@sanity/cli/bin/run.js')

const help = `npm run typegen extracts the schema and generates the types of every query into lib/content, or into the folder
in GENERATED_DIR.`

/** Runs the command with the arguments of this process. */
export const run = defineCommand(help, { options: {} }, async () => {
  stopOnSignals(130)
  // The workspace requires a project id, which typegen does not use.
  const workspace = { NEXT_PUBLIC_SANITY_PROJECT_ID: 'local', NEXT_PUBLIC_SANITY_DATASET: 'production' }
  // Both commands work offline. sanity.cli.ts sets the file names.
  for (const args of [
    ['schema', 'extract', '--force'],
    ['typegen', 'generate'],
  ]) {
    const env = { ...getNeutralEnvironment(), ...workspace }
    process.exitCode = await runProgram({ file: sanityCli, args, env })
    if (process.exitCode) break
  }
})
