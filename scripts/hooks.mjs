import { spawnSync } from 'node:child_process'

const help = `npm run hooks turns on the checks before each commit (scripts/hooks); git config --unset core.hooksPath turns them off.`

function turnOn() {
  const { status, error } = spawnSync('git', ['config', 'core.hooksPath', 'scripts/hooks'], {
    stdio: 'ignore',
  })
  if (status === 0) return
  const reason = error
    ? 'git is missing'
    : 'this folder is no clone of a git repository, or its settings are read-only'
  console.error(`The checks could not be turned on: ${reason}.`)
  process.exitCode = 1
}

if (process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))) console.log(help)
else turnOn()
