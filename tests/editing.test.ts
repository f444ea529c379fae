import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

/** The rows of the table that a run of the tasks has written. */
const rows = [...read('../docs/benchmarks.md').matchAll(/^\| (.+?) \| (\d+) \| (\d+) \|$/gm)].map(
  ([, task, , seconds]) => ({ task, seconds: Number(seconds) }),
)

/** The measured tasks: by a function of their own, and the release by itself. */
const tasks = [
  ...read('e2e/studio/tasks.serial.e2e.ts').matchAll(/^task\(\s*'(.+?)',/gm),
  ...read('e2e/studio/releases.serial.e2e.ts').matchAll(/measureTask\(\s*page,\s*'(.+?)',/g),
].map(([, task]) => task)

it('each of the fifteen tasks has a test, and a measurement', () => {
  expect(tasks).toHaveLength(15)
  expect(rows.map(({ task }) => task).toSorted()).toEqual(tasks.toSorted())
})

it('no task took over a minute', () => {
  expect(rows.filter(({ seconds }) => seconds > 60)).toEqual([])
})
