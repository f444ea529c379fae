import { stopAll, stopOnSignals } from './lib/children.ts'
import { StepList } from './lib/output.ts'
import { formatError } from './lib/problem.ts'
import { wantsHelp } from './test/arguments.ts'
import { startTestStack } from './test/testStack.ts'

const help = `npm run test:stack starts the stack of the browser tests and keeps it running until Ctrl-C; npm run test:e2e uses it.

Other ports: TEST_SITE_PORT (3100) and TEST_PORT_BASE (4100).`

if (wantsHelp()) {
  console.log(help)
  process.exit(0)
}
stopOnSignals(0)
try {
  const { siteOrigin } = await startTestStack(new StepList())
  console.log(`\nThe tests' stack runs on ${siteOrigin}: npm run test:e2e uses it. Stop with Ctrl-C.`)
} catch (error) {
  console.error(formatError(error))
  await stopAll()
  process.exit(1)
}
