import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

/** The measurements of editing tasks in docs/benchmarks.md. */
const measurements = [...read('../docs/benchmarks.md').matchAll(/^\| (.+?) \| (\d+) \| (\d+) \|$/gm)].map(
  ([, task, , seconds]) => ({ task, seconds: Number(seconds) }),
)

/** The names of the editing tasks in the browser tests. */
const testedTasks = [...read('e2e/studio/tasks.serial.e2e.ts').matchAll(/^task\(\s*'(.+?)',/gm)].map(
  ([, task]) => task,
)

it('each of the fourteen editing tasks has a test and a measurement', () => {
  expect(testedTasks).toHaveLength(14)
  expect(measurements.map(({ task }) => task).toSorted()).toEqual(testedTasks.toSorted())
})

it('no measured editing task took more than a minute', () => {
  expect(measurements.filter(({ seconds }) => seconds > 60)).toEqual([])
})
