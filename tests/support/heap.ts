import { readFileSync } from 'node:fs'
import { z } from 'zod'

const responseSchema = z.object({ id: z.number(), result: z.object({ usedSize: z.number().optional() }) })

/**
 * Measures the memory of a server's live objects after garbage collection, in bytes. The process's memory is less exact,
 * since it grows with garbage for thousands of requests before it is stable.
 *
 * @param logFile - of a process that was started with `--inspect`, which writes its URL there
 * @throws when the process does not respond
 */
export async function heapInUse(logFile: string): Promise<number> {
  const url = /Debugger listening on (ws:\S+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
  if (!url) throw new Error(`${logFile} names no address of an inspector.`)
  const socket = new WebSocket(url)
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    // https://chromedevtools.github.io/devtools-protocol/v8/
    await call(socket, 1, 'HeapProfiler.collectGarbage')
    return (await call(socket, 2, 'Runtime.getHeapUsage')).usedSize ?? Number.NaN
  } finally {
    socket.close()
  }
}

function call(socket: WebSocket, id: number, method: string) {
  return new Promise<z.infer<typeof responseSchema>['result']>((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error(`${method} was not answered.`)))
    socket.addEventListener('message', ({ data }) => {
      const response = responseSchema.safeParse(JSON.parse(String(data)))
      if (response.success && response.data.id === id) resolve(response.data.result)
    })
    socket.send(JSON.stringify({ id, method }))
  })
}
