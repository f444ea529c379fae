import { stopAll, stopOnSignals } from './lib/children.ts'
import { StepList } from './lib/output.ts'
import { explain } from './lib/problem.ts'
import { startTestStack } from './lib/testStack.ts'

stopOnSignals(0)
try {
  const { siteOrigin } = await startTestStack(new StepList())
  console.log(`\nThe tests' stack runs on ${siteOrigin}: npm run test:e2e uses it. Stop with Ctrl-C.`)
} catch (error) {
  console.error(explain(error))
  await stopAll()
  process.exit(1)
}
