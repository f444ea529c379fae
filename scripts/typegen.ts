import { runProgram, stopOnSignals } from './lib/children.ts'
import { inRoot } from './lib/paths.ts'
import { getNeutralEnvironment } from './stack/environment.ts'
import { wantsHelp } from './test/arguments.ts'

const sanityCli = inRoot('node_modules/@sanity/cli/bin/run.js')

/** Commands that extract the schema and generate the types of every query, offline. sanity.cli.ts names the files. */
const commands = [
  { file: sanityCli, args: ['schema', 'extract', '--force'] },
  { file: sanityCli, args: ['typegen', 'generate'] },
]

const help = `npm run typegen extracts the schema and generates the types of every query into lib/content, or into the folder
in GENERATED_DIR.`

if (wantsHelp()) {
  console.log(help)
  process.exit(0)
}
stopOnSignals(130)
for (const command of commands) {
  const code = await runProgram({
    ...command,
    env: {
      ...getNeutralEnvironment(),
      // The workspace requires a project id, which typegen does not use.
      NEXT_PUBLIC_SANITY_PROJECT_ID: 'local',
      NEXT_PUBLIC_SANITY_DATASET: 'production',
    },
  })
  if (code !== 0) {
    process.exitCode = 1
    break
  }
}
