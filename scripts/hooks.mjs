import { execFileSync } from 'node:child_process'

const help = `npm run hooks turns on the checks before each commit (scripts/hooks); git config --unset core.hooksPath turns them off.`

if (process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))) console.log(help)
else execFileSync('git', ['config', 'core.hooksPath', 'scripts/hooks'], { stdio: 'inherit' })
