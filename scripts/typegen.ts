import { wantsHelp } from './lib/arguments.ts'
import { complete, stopOnSignals } from './lib/children.ts'
import { neutralEnvironment } from './lib/environment.ts'
import { inRoot } from './lib/paths.ts'

/** Extracts the schema and generates the types of every query, offline; see sanity.cli.ts for what goes where. */
const commands = [
  ['schema', 'extract', '--force'],
  ['typegen', 'generate'],
]

const help = `npm run typegen extracts the schema and generates the types of every query into lib/content, or into the folder in
GENERATED_DIR.`

if (wantsHelp()) {
  console.log(help)
  process.exit(0)
}
stopOnSignals(130)
for (const args of commands) {
  const code = await complete({
    file: inRoot('node_modules/@sanity/cli/bin/run.js'),
    args,
    env: {
      ...neutralEnvironment(),
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
