import { readFileSync } from 'node:fs'
import { z } from 'zod'

const responseSchema = z.object({ id: z.number(), result: z.object({ usedSize: z.number().optional() }) })

/**
 * Measures a server's heap, in bytes, after garbage collection. The process's memory is a less exact measure, since it
 * includes garbage until thousands of requests have been handled.
 *
 * @param logFile - the log, with the inspector URL, of a process started with `--inspect`
 * @returns the size; NaN when the response has none
 * @throws when the log contains no inspector URL, or the connection fails or closes
 */
export async function measureHeapBytes(logFile: string): Promise<number> {
  const url = /Debugger listening on (ws:\S+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
  if (!url) throw new Error(`${logFile} contains no inspector URL.`)
  const socket = new WebSocket(url)
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    // https://chromedevtools.github.io/devtools-protocol/v8/
    await sendCommand(socket, 1, 'HeapProfiler.collectGarbage')
    return (await sendCommand(socket, 2, 'Runtime.getHeapUsage')).usedSize ?? Number.NaN
  } finally {
    socket.close()
  }
}

function sendCommand(socket: WebSocket, id: number, method: string) {
  return new Promise<z.infer<typeof responseSchema>['result']>((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error(`${method} got no response.`)))
    socket.addEventListener('message', ({ data }) => {
      const response = responseSchema.safeParse(JSON.parse(String(data)))
      if (response.success && response.data.id === id) resolve(response.data.result)
    })
    socket.send(JSON.stringify({ id, method }))
  })
}
