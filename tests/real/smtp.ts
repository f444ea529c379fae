import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * Serves SMTP on a port of 127.0.0.1 and accepts every email.
 *
 * @param receive - called with the recipient and the source of each email; `\n` separates the source's lines
 * @throws when the port is in use
 */
export async function serveSmtp(port: number, receive: (to: string, source: string) => void): Promise<void> {
  const server = createServer(async (socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('220 localhost\r\n')
    let to = ''
    let source: string[] | undefined
    for await (const line of createInterface({ input: socket })) {
      if (source && line !== '.') {
        source.push(line.replace(/^\.\./, '.'))
        continue
      }
      if (source) receive(to, source.join('\n'))
      source = /^data/i.test(line) ? [] : undefined
      to = /^rcpt to:<(.*?)>/i.exec(line)?.[1] ?? to
      const isQuit = /^quit/i.test(line)
      socket.write(source ? '354 start\r\n' : isQuit ? '221 closing\r\n' : '250 ok\r\n')
      if (isQuit) socket.end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port }, resolve)
  })
}
