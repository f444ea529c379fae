import { defineEnvironmentCommand } from './provision/settings.ts'
import { printReadings } from './provision/vendors.ts'

const help = `npm run doctor [-- --file <name>] checks the settings of every vendor, and fails when one is wrong. It changes nothing.`

/** Prints the results of checking each vendor. Sets exit code 1 when something is wrong. */
export const run = defineEnvironmentCommand(help, async (settings) => {
  const wrongCount = await printReadings(settings)
  console.log(wrongCount === 0 ? '\nNo problems found.' : `\nProblems: ${wrongCount}.`)
  if (wrongCount) process.exitCode = 1
})
