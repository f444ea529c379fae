import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runProgram, startProgram } from './children.ts'

const folder = mkdtempSync(join(tmpdir(), 'children-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a program that starts another one, as Next starts its workers, and records both process ids. */
function writeParentProgram(name: string) {
  const file = join(folder, `${name}.mjs`)
  const pidFile = join(folder, `${name}.pids`)
  writeFileSync(
    file,
    `import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
if (process.argv[2] === 'child') {
  setInterval(() => {}, 1000)
} else {
  const child = fork(import.meta.filename, ['child'])
  writeFileSync(${JSON.stringify(pidFile)}, JSON.stringify([process.pid, child.pid]))
  setInterval(() => {}, 1000)
}
`,
  )
  const readPids = (): number[] => {
    try {
      return JSON.parse(readFileSync(pidFile, 'utf8'))
    } catch {
      return []
    }
  }
  return { file, readPids }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A process that has ended still exists as a zombie until its new parent reaps it.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch (error) {
    return (
      error instanceof Error && 'code' in error && error.code === 'ENOENT' && process.platform !== 'linux'
    )
  }
}

const pollOptions = { timeout: 20_000, interval: 50 }

it('returns the exit code of a program, or 1 when a signal ended it', async () => {
  const exitsWithThree = join(folder, 'three.mjs')
  writeFileSync(exitsWithThree, 'process.exit(3)')
  expect(await runProgram({ file: exitsWithThree })).toBe(3)
  const killsItself = join(folder, 'killed.mjs')
  writeFileSync(killsItself, "process.kill(process.pid, 'SIGKILL')")
  expect(await runProgram({ file: killsItself })).toBe(1)
})

it('writes a program’s output to its log', async () => {
  const file = join(folder, 'prints.mjs')
  const logFile = join(folder, 'logs', 'prints.log')
  writeFileSync(file, "console.log('out'); console.error('err')")
  await runProgram({ file, logFile })
  expect(readFileSync(logFile, 'utf8')).toBe('out\nerr\n')
})

it('stops a program together with its children', async () => {
  const { file, readPids } = writeParentProgram('stopped')
  const child = startProgram({ file })
  await expect.poll(readPids, pollOptions).toHaveLength(2)
  expect(readPids().map(isAlive)).toEqual([true, true])
  await child.stop()
  await expect.poll(() => readPids().map(isAlive), pollOptions).toEqual([false, false])
})

it('ends a program and its children when the process that started it is killed', async () => {
  const { file, readPids } = writeParentProgram('orphaned')
  const starter = join(folder, 'starter.mjs')
  const module = JSON.stringify(new URL('./children.ts', import.meta.url).href)
  writeFileSync(
    starter,
    `const { startProgram } = await import(${module})\nstartProgram({ file: ${JSON.stringify(file)} })\n`,
  )
  const starterProcess = spawn(process.execPath, [starter], { stdio: 'ignore' })
  await expect.poll(readPids, pollOptions).toHaveLength(2)
  expect(readPids().map(isAlive)).toEqual([true, true])
  starterProcess.kill('SIGKILL')
  await expect.poll(() => readPids().map(isAlive), pollOptions).toEqual([false, false])
})
