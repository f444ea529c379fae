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

/** The file sizes that `ulimit -f 8` can mean: shells count in blocks of 512 or 1024 bytes. */
const limitsInBytes = [4096, 8192]

/** Starts a process that writes lines into the file. Writes beyond the limit fail as on a full disk. */
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

it('keeps the process running on a full disk and reports lost lines afterwards', async () => {
  const writer = startWriter()
  const onExit = vi.fn()
  writer.on('exit', onExit)
  /** Truncates the file when it is full; throws until the failure is reported. */
  const expectReport = () => {
    const text = readFileSync(file, 'utf8')
    if (limitsInBytes.includes(text.length)) truncateSync(file)
    expect(text).toContain('log: write failed')
  }
  try {
    for (let round = 0; round < 2; round += 1) {
      await vi.waitFor(expectReport, { timeout: 20_000, interval: 300 })
      truncateSync(file)
    }
    expect(onExit).not.toHaveBeenCalled()
  } finally {
    writer.kill('SIGKILL')
  }
})
