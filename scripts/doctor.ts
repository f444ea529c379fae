import { formatFindings } from './provision/findings.ts'
import { defineEnvironmentCommand } from './provision/settings.ts'
import { readVendors } from './provision/vendors.ts'

const help = `npm run doctor [-- --file <name>] checks the settings of every vendor, changes nothing, and fails when one is wrong.`

/** Prints each vendor's readings. Sets the exit code 1 when anything is wrong. */
export const run = defineEnvironmentCommand(help, async (settings) => {
  const findings = await readVendors(settings)
  console.log(formatFindings(findings))
  const wrongCount = findings
    .flatMap(({ readings }) => readings)
    .filter(({ state }) => state === 'wrong').length
  console.log(wrongCount === 0 ? '\nNothing is wrong.' : `\n${wrongCount} wrong.`)
  if (wrongCount) process.exitCode = 1
})
