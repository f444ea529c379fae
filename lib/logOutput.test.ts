import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'))
  file = join(folder, 'site.log')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** How large the file may get: eight blocks, which shells count in 512 or 1024 bytes. */
const limits = [4096, 8192]

/** Writes lines into the file; more than the limit fails as on a full disk. */
function startWriter() {
  const module = JSON.stringify(new URL('./logOutput.ts', import.meta.url).href)
  const script = `
    import { ignoreLogWriteErrors } from ${module}
    ignoreLogWriteErrors(20)
    setInterval(() => {
      console.log('said '.repeat(100))
      console.error('warned '.repeat(100))
    }, 30)
  `
  const limited = `trap '' XFSZ; ulimit -f 8; exec "$0" --input-type=module -e "$1" >>"$2" 2>&1`
  return spawn('sh', ['-c', limited, process.execPath, script, file])
}

it('a log that cannot be written does not end the process, and reports lost lines afterwards', async () => {
  const writer = startWriter()
  const ended = vi.fn()
  writer.on('exit', ended)
  /** Truncates the file whenever it is full. */
  const look = () => {
    const text = readFileSync(file, 'utf8')
    if (limits.includes(text.length)) truncateSync(file)
    expect(text).toContain('log: write failed')
  }
  try {
    for (let time = 0; time < 2; time += 1) {
      await vi.waitFor(look, { timeout: 20_000, interval: 300 })
      truncateSync(file)
    }
    expect(ended).not.toHaveBeenCalled()
  } finally {
    writer.kill('SIGKILL')
  }
})
